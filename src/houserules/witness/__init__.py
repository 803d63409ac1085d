"""The witness: a program that a commission runs beside the houses. It follows their published logs, proves that they
only grow, cosigns them, and keeps evidence of forbidden changes. It implements the protocol of
c2sp.org/tlog-witness."""

from houserules.witness.running import run

__all__ = ["run"]
