"""The wording of the errata in the paper's sections and tables."""

from typing import Final

from natpick.theory.publication.errata.erratum import Wording

_SIGN: Final = "the integral enters with a minus sign"
_PLUS: Final = "it enters with a plus sign"

BODY: Final = (
    Wording(
        1,
        "245",
        "Definition 4, continuous MI",
        "a minus sign before the double integral",
        "no minus sign",
    ),
    Wording(
        2,
        "399",
        "proof of Theorem 1",
        "the lower bound of statement 1 follows from OF' >= 0, that of statement 2 from "
        "OF = H(C) - H(C|S) + MI(C,Xi|S)",
        "the other way round: each argument proves the other statement; both bounds hold",
    ),
    Wording(
        3,
        "446",
        "Section 4.2, when to stop",
        "H(C|S) = H(C|S,F) is a stronger condition than H(C|S) = 0",
        "it is weaker: it follows from H(C|S) = 0, and may hold where the class is unexplained",
    ),
    Wording(
        4,
        "484",
        "Section 4.3",
        "a feature with negative TMI is relevant, that is MI(C,Xi|S) >= 0",
        "that is MI(C,Xi|S) > 0; >= 0 holds for every feature",
    ),
    Wording(
        5,
        "651",
        "Section 5.2 (ii), on Theorem 3",
        "only fully relevant features reach the maximum of the target, only irrelevant and "
        "redundant ones its minimum",
        "if H(C|S) > 0; where H(C|S) = 0 both are the same, and every candidate reaches both",
    ),
    Wording(
        6,
        "653",
        "Section 5.2, bounds",
        "MIFS, mRMR, maxMIFS and CIFE keep neither bound and are unbounded below, CIFE on both "
        "sides",
        "for |S| = 1 CIFE, JMI and CMIM are OF', and JMIM is OF; mRMR and maxMIFS are at least "
        "-H(Xi|C), MIFS at least -H(Xi|C) - (|S| - 1) H(Xi); CIFE lies between (1 - |S|) H(C) and "
        "|S| H(C), both reached: unbounded only as |S| or H(Xi) grows",
    ),
    Wording(
        7,
        "624",
        "Table 2 and Section 5.1",
        "MIFS and CIFE can only overscale the redundancy",
        "their sum can undervalue it as well: where X3 = X1 xor X2 it is 0",
    ),
    Wording(
        8,
        "699",
        "Section 5.3, MIFS-U",
        "it differs from MIFS only in how MI(C,Xi) is estimated",
        "its objective function weighs the redundancy by MI(C,Xs)/H(Xs): the order differs",
    ),
    Wording(
        9,
        "699",
        "Section 5.3, MIFS-ND",
        "it is mRMR with a genetic algorithm, so nothing changes in theory",
        "it ranks by counts of domination, with no random search: a tie where mRMR has none",
    ),
    Wording(10, "843", "Table 4, row X", _SIGN, _PLUS),
    Wording(11, "844", "Table 4, row X-k'Y", _SIGN, _PLUS),
    Wording(
        12,
        "844-851",
        "Table 4, marks of the footnotes",
        "a, the law of X|C, at row X-k'Y, and b, the law of X-k'Y|C, at row X_disc",
        "a at row X, b at row X-k'Y, none at row X_disc",
    ),
    Wording(13, "881", "Table 5, row X-k'Y, X_disc", _SIGN, _PLUS),
    Wording(
        14,
        "908-910",
        "Table 6, row X, X-k'Y",
        "both integrals enter with a plus sign",
        "both enter with a minus sign",
    ),
    Wording(
        15,
        "914",
        "Table 6, row X-k'Y, X_disc",
        "the integral enters with a plus sign",
        "it enters with a minus sign",
    ),
    Wording(
        16,
        "920",
        "Table 6, footnote a",
        "X|C_k' = j ~ SN(0, 1, (-1)^(j+1)/k')",
        "X|C_k = j ~ SN(0, 1, (-1)^(j+1)/k)",
    ),
    Wording(
        17,
        "947",
        "Section 6.4.1",
        "at the second step the objective function is the same for all candidates and methods",
        "it is the same for the three methods, at each candidate",
    ),
    Wording(
        18,
        "955, 966, 975, 980",
        "picture of the regions, its caption and the text",
        "(a) ends at 0.575 for MIFS and maxMIFS and at 0.565 for mRMR in the caption, the other "
        "way round in the picture and in the text",
        "the caption is right to its grid; exactly 0.571462312829 and 0.565848751068",
    ),
    Wording(
        19,
        "980",
        "Section 6.4.1",
        "at the third step the values of mRMR are only slightly different",
        "they are halved, as Z adds no redundancy and |S| is 2",
    ),
    Wording(
        20,
        "984",
        "Section 6.4.1, region (c)",
        "Z and X_disc may come in either order",
        "X, X-k'Y, Z, X_disc for all three methods: X_disc scores below 0 throughout",
    ),
    Wording(
        21,
        "1080",
        "Section 6.4.2",
        "with the class-relevant term X-k'Y scores ln 2, the maximum of the target",
        "it scores OF' = H(C|X) = ln 2 - MI(C,X); ln 2 is the maximum of OF",
    ),
    Wording(
        22,
        "1110",
        "Section 6.4.2, third step of JMI",
        "- 0.5 x 0.689 + 0.5 x 0.686",
        "- 0.5 x 0.686 + 0.5 x 0.689: the two values are exchanged",
    ),
    Wording(
        53,
        "304, 721, 751",
        "equation of MI(X,Y|Z), Bayes risk",
        "MI(X~(Z),Y~(Z)] and P(g(S) != C))",
        "one parenthesis too few there, one too many here",
    ),
    Wording(
        54,
        "701",
        "Section 5.3, normalised methods",
        "only their cost and variance speak against them",
        "for continuous features what they divide by is no entropy of a discrete variable: it "
        "may be negative and changes with the unit",
    ),
)
