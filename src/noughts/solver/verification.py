"""What certificates prove, as the checkers in `noughts.verifiers` find."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from lzma import LZMADecompressor, LZMAError

from noughts.core.errors import N_, InvalidProof
from noughts.files.paths import StrPath, as_path
from noughts.verifiers import verify as boards
from noughts.verifiers import verify_families as families
from noughts.verifiers import verify_sequences as sequences
from noughts.verifiers import verify_wins as wins
from noughts.wording.grammar import counted

_SEQUENCES = b"noughts certificate 3: "


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate proves: its claim, in the words of its first line.

    `positions` counts those in the proof, up to symmetry; `size` is that of the file, in bytes. If
    the claim is a draw, strategy stealing is the one theorem trusted.
    """

    claim: str
    positions: int
    size: int
    sha256: str

    def __str__(self) -> str:
        return f"{self.claim}, proved by {counted(self.positions, 'position')}"


def verify(certificate: StrPath | bytes) -> Verified:
    """Return what a certificate of any kind proves, given by its file's path or as bytes.

    Never searches: it follows the strategy in the certificate against every reply. Raises
    InvalidProof, with the reason, for one that does not prove its claim, OSError for a file that
    cannot be read, and WrongType. Takes 20 µs per position; the checkers refuse what takes long.

    >>> from noughts.atlas.table import PROOFS
    >>> print(verify(PROOFS / "5x5-4.xz"))
    5x5:4 draw, proved by 8,107 positions
    """
    if isinstance(certificate, bytes):
        packed = certificate
    else:
        with as_path(certificate).open("rb") as file:
            packed = file.read(boards.MOST_BYTES + 1)
    try:
        claim, positions = _checked(packed)
    except (ValueError, LZMAError) as error:
        if not packed:
            raise InvalidProof(N_("refused: it is empty")) from error
        if isinstance(error, LZMAError | UnicodeDecodeError):
            raise InvalidProof(N_("refused: it is no certificate, or damaged")) from error
        raise InvalidProof(N_("refused: {reason}"), reason=error) from error
    return Verified(claim, positions, len(packed), sha256(packed).hexdigest())


def _is_of_sequences(packed: bytes) -> bool:
    """True if this is packed, and begins as a certificate of threat sequences does."""
    try:
        return LZMADecompressor().decompress(packed, len(_SEQUENCES)) == _SEQUENCES
    except LZMAError:
        return False


def _checked(packed: bytes) -> tuple[str, int]:
    """Return the claim and the number of positions, found by the checker for the first line."""
    if not packed.startswith(b"noughts "):  # it is packed, or no certificate
        checker = sequences if _is_of_sequences(packed) else boards
        unpacked = checker.Certificate(packed)
        return unpacked.claim, len(unpacked.seen)
    is_draw = packed.partition(b"\n")[0].endswith(b"draw")
    proof = (families if is_draw else wins).Certificate(packed)
    return proof.claim, proof.positions
