cimport cython
from libc.stdint cimport int64_t

from .grid cimport Grid, Words, lowest, word
from .pairing cimport Pairing
from .table cimport Table

cdef int64_t INFINITE
cdef int64_t FOURS_NODES
cdef int64_t ENOUGH
cdef int64_t AHEAD

cdef class Fours:
    cdef Grid grid
    cdef word full
    cdef Words lines
    cdef int64_t left
    cdef readonly int64_t count
    cdef readonly int64_t[::1] moves

    cpdef bint wins(self, word maker, word breaker, word blocked, int64_t nodes) noexcept

    @cython.locals(number=int64_t, line=word, first=word, second=word)
    cdef bint search(self, word maker, word breaker, word blocked, int64_t ply) noexcept

    @cython.locals(move=int64_t, threats=word, blocked=word)
    cdef bint plays(
        self, word maker, word breaker, word square, word reply, int64_t ply
    ) noexcept

cdef class ProofSearch:
    cdef readonly Grid grid
    cdef readonly Table table
    cdef readonly Pairing pairing
    cdef readonly Fours fours
    cdef word full
    cdef int64_t row
    cdef int64_t[::1] order
    cdef Words maker
    cdef Words breaker
    cdef readonly Words threats
    cdef readonly Words blocks
    cdef int64_t[::1] turns
    cdef int64_t[::1] moves
    cdef int64_t[::1] proofs
    cdef int64_t[::1] disproofs
    cdef int64_t[::1] killers
    cdef readonly int64_t nodes
    cdef int64_t until
    cdef readonly int64_t proof
    cdef readonly int64_t disproof
    cdef readonly int64_t work
    cdef int64_t second
    cdef public int64_t proof_limit
    cdef public int64_t disproof_limit
    cdef int64_t count

    @cython.locals(empty=word)
    cpdef void start(self, word maker, word breaker, bint makers) noexcept

    cpdef void run(self, int64_t nodes, int64_t proof_limit=*, int64_t disproof_limit=*) noexcept

    @cython.locals(found=int64_t)
    cpdef int64_t choose(self) noexcept

    @cython.locals(
        found=int64_t, least=int64_t, makers=int64_t, moves=word, one=word, number=int64_t,
        settled=cython.bint,
    )
    cdef int64_t settled_move(self, bint estimates) noexcept

    @cython.locals(best=int64_t)
    cpdef int64_t most_proving(self) noexcept

    cpdef void tell(self, int64_t proof, int64_t disproof, int64_t work) noexcept

    @cython.locals(other=word)
    cdef void look(self, int64_t ply, bint estimates) noexcept

    cdef void settle(self, bint won) noexcept

    cdef bint recall(self, int64_t ply) noexcept

    cdef void keep(self, int64_t ply, int64_t work) noexcept

    @cython.locals(lacking=int64_t, square=int64_t)
    cdef void estimate(self, int64_t ply) noexcept

    @cython.locals(
        crowded=word, one=word, place=int64_t, square=word, number=int64_t,
    )
    cdef int64_t answer(self, int64_t ply, int64_t lacking) noexcept

    cdef int64_t after(self, int64_t ply, word reply) noexcept

    @cython.locals(began=int64_t, earlier=int64_t, count=int64_t, best=int64_t)
    cdef void descend(self, int64_t ply, int64_t proof_limit, int64_t disproof_limit) noexcept

    cdef word own(self, int64_t ply) noexcept

    cdef word other(self, int64_t ply) noexcept

    @cython.locals(other=word)
    cdef word candidates(self, int64_t ply) noexcept

    @cython.locals(
        makers=int64_t, base=int64_t, one=word, number=int64_t, settled=cython.bint,
        place=int64_t, moves=word,
    )
    cdef void expand(self, int64_t ply) noexcept

    @cython.locals(
        one=word, square=word, maker=word, breaker=word, threats=word, blocks=word,
    )
    cdef void play(self, int64_t ply, int64_t move) noexcept

    @cython.locals(
        makers=int64_t, base=int64_t, best=int64_t, least=int64_t, most=int64_t, unknown=int64_t,
        place=int64_t, own=int64_t, other=int64_t,
    )
    cdef int64_t weigh(self, int64_t ply, int64_t count) noexcept

    @cython.locals(second=int64_t)
    cdef void limit(
        self, int64_t ply, int64_t best, int64_t proof_limit, int64_t disproof_limit
    ) noexcept
