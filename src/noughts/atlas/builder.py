"""How entries of the atlas are made."""

from __future__ import annotations

from hashlib import sha256

from noughts.atlas.entry import Certified, Entry
from noughts.core.errors import Unsolved
from noughts.core.rules import Rules
from noughts.solver.certificate import certificate
from noughts.solver.prover import prove
from noughts.solver.verdict import Limit, Value
from noughts.verify import Certificate


def build(rules: Rules, limit: Limit | None = None) -> tuple[Entry, bytes]:
    """Prove the value of a board and check the certificate; returns the entry and the certificate.

    If the limit runs out, the value is unknown and the certificate is empty.
    """
    try:
        proof = prove(rules, limit)
    except Unsolved:
        return Entry(rules, None), b""
    packed = certificate(rules, proof.strategies[0], wins=proof.value is Value.WIN)
    checked = Certificate(packed)
    certified = Certified(
        proof.value,
        positions=len(checked.seen),
        size=len(packed),
        nodes=proof.nodes,
        seconds=round(proof.seconds, 3),
        sha256=sha256(packed).hexdigest(),
    )
    return Entry(rules, certified), packed
