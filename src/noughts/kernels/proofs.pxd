cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.fours cimport Fours
from noughts.kernels.grid cimport Grid
from noughts.kernels.pairing cimport Pairing
from noughts.kernels.table cimport Table
from noughts.kernels.words cimport lowest

cdef int64_t INFINITE
cdef int64_t FOURS_NODES
cdef int64_t ENOUGH

cdef class ProofSearch:
    cdef Grid grid
    cdef Table table
    cdef Pairing pairing
    cdef Fours fours
    cdef bint weak
    cdef uint64_t full
    cdef int64_t[::1] order
    cdef int64_t[::1] moves
    cdef int64_t[::1] proofs
    cdef int64_t[::1] disproofs
    cdef uint64_t[::1] zones
    cdef readonly int64_t nodes
    cdef int64_t until
    cdef readonly int64_t proof
    cdef readonly int64_t disproof
    cdef readonly uint64_t zone
    cdef int64_t second
    cdef uint64_t next_maker
    cdef uint64_t next_breaker
    cdef uint64_t next_threats
    cdef uint64_t next_blocked

    @cython.locals(empty=uint64_t, threats=uint64_t, blocked=uint64_t)
    cpdef void run(self, uint64_t maker, uint64_t breaker, bint makers, int64_t nodes) noexcept

    @cython.locals(first=uint64_t, second=uint64_t, empty=uint64_t, live=uint64_t)
    cdef void look(
        self, uint64_t maker, uint64_t breaker, uint64_t threats, uint64_t blocked, bint makers
    ) noexcept

    cdef void settle(self, bint won) noexcept

    @cython.locals(move=int64_t, empty=uint64_t, blocked=uint64_t)
    cdef void force(self, uint64_t maker, uint64_t breaker, uint64_t square, bint makers) noexcept

    cdef bint recall(self, uint64_t maker, uint64_t breaker, bint makers) noexcept

    cdef void keep(self, uint64_t maker, uint64_t breaker, bint makers, int64_t work) noexcept

    @cython.locals(lacking=int64_t)
    cdef void estimate(self, uint64_t maker, uint64_t breaker, bint makers) noexcept

    @cython.locals(
        began=int64_t, empty=uint64_t, moves=uint64_t, live=uint64_t, forced=cython.bint,
        base=int64_t, count=int64_t, best=int64_t,
    )
    cdef void descend(
        self, uint64_t maker, uint64_t breaker, uint64_t threats, uint64_t blocked, bint makers,
        int64_t proof_limit, int64_t disproof_limit, int64_t ply,
    ) noexcept

    @cython.locals(count=int64_t, one=uint64_t, number=int64_t, square=uint64_t)
    cdef int64_t expand(
        self, uint64_t maker, uint64_t breaker, uint64_t threats, uint64_t blocked, bint makers,
        uint64_t moves, int64_t base,
    ) noexcept

    @cython.locals(one=uint64_t, square=uint64_t, empty=uint64_t)
    cdef void play(
        self, uint64_t maker, uint64_t breaker, uint64_t threats, uint64_t blocked, bint makers,
        int64_t move,
    ) noexcept

    cdef int64_t weigh(self, bint makers, uint64_t empty, int64_t base, int64_t count) noexcept

    @cython.locals(
        best=int64_t, second=int64_t, total=int64_t, most=int64_t, unknown=int64_t, place=int64_t,
        one=uint64_t,
    )
    cdef int64_t weigh_breakers(self, int64_t base, int64_t count) noexcept

    @cython.locals(
        must=uint64_t, one=uint64_t, best=int64_t, second=int64_t, most=int64_t, unknown=int64_t,
        place=int64_t,
    )
    cdef int64_t weigh_makers(self, uint64_t empty, int64_t base, int64_t count) noexcept

    @cython.locals(zone=uint64_t, one=uint64_t, must=uint64_t, best=int64_t, place=int64_t)
    cdef uint64_t weak_zone(self, uint64_t empty, int64_t base, int64_t count) noexcept

    cdef void follow(
        self, uint64_t maker, uint64_t breaker, uint64_t threats, uint64_t blocked, bint makers,
        int64_t proof_limit, int64_t disproof_limit, int64_t ply, int64_t best,
    ) noexcept
