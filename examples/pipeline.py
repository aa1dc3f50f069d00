"""Selection inside a scikit-learn pipeline, so that it never sees the rows it is judged on."""

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from natpick import ForwardSelector

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)

model = make_pipeline(ForwardSelector(), StandardScaler(), LogisticRegression())
grid = {
    "forwardselector__method": ["mim", "mrmr", "jmi", "cmim"],
    "forwardselector__n_features": [2, 5, 10],
}
search = GridSearchCV(model, grid, cv=5).fit(X_train, y_train)

print("Best:", search.best_params_)
print(f"Accuracy on rows held out: {search.score(X_test, y_test):.3f}, of {X.shape[1]} features")
for name in search.best_estimator_[0].selection_.names:
    print(" ", search.best_estimator_[0].selection_.explain(name))
