"""The wording of the errata in the paper's appendices."""

from typing import Final

from natpick.theory.publication.errata.erratum import Wording

_A2: Final = "Appendix A.2"
_A4: Final = "Appendix A.4"

APPENDIX: Final = (
    Wording(23, "1174", "Appendix A.1", "exp(-(x^2+y^2))/(2 pi)", "exp(-(x^2+y^2)/2)/(2 pi)"),
    Wording(
        24,
        "1206",
        "Appendix A.2, MI as entropies",
        "h(Xi) - sum_j int f_j P_j ln f_j",
        "h(Xi) + sum_j int f_j P_j ln f_j = h(Xi) - h(Xi|C)",
    ),
    Wording(
        25,
        "1225, 1230",
        "Appendix A.2, inverse of (X+kY, X-k'Y)",
        "((kz+k'w)/(k+k'), (w-z)/(k+k'))",
        "((k'z+kw)/(k+k'), (z-w)/(k+k')), and so in the joint density",
    ),
    Wording(
        26,
        "1241-1247",
        "Appendix A.2, F given C = 0",
        "exponents without the square completed: z^2 twice, 1/(k+k')^2 missing",
        "-1/2 [(1+k'^2)(w - z(1-kk')/(1+k'^2))^2/(k+k')^2 + z^2/(1+k'^2)], z = x-k'y, w = x+ky; "
        "the law found is right",
    ),
    Wording(27, "1247, 1248, 1252, 1270, 1274", _A2, "Phi divided by (k-k')", "by (k+k')"),
    Wording(28, "1268", "Appendix A.2, F given C = 1", "z from -inf to 0", "z from 0 to inf"),
    Wording(29, "1274", _A2, "(1+kk') in Phi", "(1-kk')"),
    Wording(
        30,
        "1334",
        "Appendix A.3",
        "X_disc and X-k'Y arise from C_k' and X by a rotation of k' degrees anticlockwise",
        "of arctan k' radians clockwise, and W by a factor of sqrt(1+k'^2)",
    ),
    Wording(
        31,
        "1343",
        _A4,
        "MI(X,X_disc|C) = H(X_disc|C) - H(X_disc|X,C) = 0; MI(X_disc,C) is in Table 5",
        "not 0, but H(X_disc|C) = h2(a/pi); it is in Table 4",
    ),
    Wording(32, "1348", _A4, "MI(X-k'Y|C)", "MI(X-k'Y,C)"),
    Wording(
        33,
        "1362-1364",
        "Appendix A.4, (X,Y) given C = 1, x >= -ky",
        "u from -inf, Phi(v): 2 Phi(y) Phi(x) - F(x), F of SN(0,1,-1/k)",
        "u from -ky, Phi(y): 2 Phi(y) [Phi(x) - Phi(-ky)] - [F(x) - F(-ky)]",
    ),
    Wording(
        34,
        "1389",
        "Appendix A.4, (X,Y) given C = 0, x >= -ky",
        "the event X+kY >= 0, and F(x)",
        "the event X+kY < 0, and 2 Phi(y) Phi(-ky) + F(x) - F(-ky)",
    ),
    Wording(35, "1402", _A4, "a Jacobian's determinant of 1/k'", "-1/k'; its size is 1/k'"),
    Wording(36, "1420-1424", _A4, "dv du, the limits of u depending on v", "du dv"),
    Wording(37, "1434, 1435, 1440", _A4, "(1+k') u^2 in the exponent", "(1+k'^2) u^2"),
    Wording(
        38,
        "1440",
        "Appendix A.4, h(X,X-k'Y|C)",
        "the mean under phi(u) phi(v)",
        "under phi(u) phi((v-u)/k')/k'",
    ),
    Wording(39, "1442", _A4, "a normal law with parameters (u,k')", "with (u,k'^2)"),
    Wording(40, "1457-1580", _A4, "dz dw in several double integrals in w, then z", "dw dz"),
    Wording(
        41,
        "1459",
        "Appendix A.4, X_disc = 1, C = 1, v >= 0",
        "the lower limit -z/(k'+k) of an integral over z",
        "-v/(k'+k)",
    ),
    Wording(
        42,
        "1469",
        "Appendix A.4, X_disc = 1, C = 1, v < 0",
        "- Phi(v/k')",
        "- Phi(v/k')/2",
    ),
    Wording(
        43,
        "1514",
        "Appendix A.4, X_disc = 0, C = 1, v < 0",
        "... + F/2 + Phi(v/k')/2",
        "... + F/2 + Phi(v/k')/2 - 1/2",
    ),
    Wording(
        44,
        "1540-1542",
        "Appendix A.4, X_disc = 1, C = 0, v >= 0",
        "- Phi(v/(k'+k))/2",
        "+ Phi(-v/k')/2 - 1/4 in its place",
    ),
    Wording(
        45,
        "1548-1550",
        "Appendix A.4, its derivative",
        "that of - Phi(-v/(k'+k))/2, the sign changed on the way, without inner derivatives",
        "that of + Phi(-v/k')/2: the terms phi(v/k')/(2k') cancel",
    ),
    Wording(
        46,
        "1558",
        "Appendix A.4, X_disc = 1, C = 0, density",
        "2 pi/(pi - arctan k)",
        "2 pi/arctan k",
    ),
    Wording(
        47,
        "1581-1583, 1592, 1597",
        "Appendix A.4, X_disc = 0, C = 0, v >= 0",
        "z up to v/k'",
        "z up to -v/k'",
    ),
    Wording(
        48,
        "1588-1589",
        "Appendix A.4, X_disc = 0, C = 0, v < 0, derivative",
        "the inner derivative v/(k'+k)",
        "1/(k'+k)",
    ),
    Wording(
        49,
        "1608, 1610",
        "Appendix A.4, h(X-k'Y|X_disc,C), third and fourth integral",
        "z up to v/(k'+k) and up to v/k'",
        "z up to -v/(k'+k) and up to -v/k'",
    ),
    Wording(
        50,
        "1634",
        "Appendix B",
        "rho = 1/k, the correlation of X and X-k'Y",
        "rho = 1/sqrt(1+k^2), of X and X+kY",
    ),
    Wording(
        51,
        "1632",
        "Appendix B, density of X",
        "exp(-x^2/(2 var(X) var(X+kY)))/sqrt(2 pi sd(X))",
        "exp(-x^2/(2 var(X)))/sqrt(2 pi var(X)); the factor cancels in the ratio",
    ),
    Wording(
        52,
        "1638, 1642",
        "Appendix B",
        "Phi(x/(k (1 - 1/k^2))), which for k < 1 turns the classifier over",
        "Phi(x/k)",
    ),
)
