cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.grid cimport Grid, lowest
from noughts.kernels.pairing cimport Pairing
from noughts.kernels.proofs cimport ProofSearch

cdef int64_t _ZERO
cdef int64_t _BETWEEN_PAUSES

cdef class StrategyWalk:
    cdef readonly ProofSearch search
    cdef readonly Grid grid
    cdef readonly Pairing pairing
    cdef uint64_t full
    cdef uint64_t[::1] lines
    cdef object pause
    cdef readonly bytearray text
    cdef readonly set seen
    cdef int64_t[::1] run
    cdef int64_t end
    cdef uint64_t[::1] pairs
    cdef int64_t count
    cdef uint64_t[::1] fresh
    cdef uint64_t[::1] bare
    cdef int64_t bare_count

    @cython.locals(one=uint64_t, move=uint64_t, free=uint64_t, threats=uint64_t, reply=uint64_t)
    cpdef void win(self, uint64_t maker, uint64_t breaker, int64_t ahead) except *

    @cython.locals(free=uint64_t, move=uint64_t)
    cpdef void hold(self, uint64_t maker, uint64_t breaker) except *

    @cython.locals(one=uint64_t, move=uint64_t)
    cdef void defend(self, uint64_t maker, uint64_t breaker) except *

    @cython.locals(search=ProofSearch, blocks=uint64_t, number=int64_t)
    cdef void attack(self, uint64_t maker, uint64_t breaker) except *

    @cython.locals(move=int64_t)
    cdef int64_t settling_move(self, bint won) except -1

    @cython.locals(fresh=int64_t, left=uint64_t, chosen=uint64_t, number=int64_t)
    cdef void write_leaf(self, uint64_t free, uint64_t breaker) except *

    @cython.locals(kept=int64_t, number=int64_t)
    cdef void keep_within(self, uint64_t left, int64_t fresh) noexcept

    @cython.locals(number=int64_t, line=uint64_t, pair=int64_t)
    cdef void find_bare(self, uint64_t breaker) noexcept

    @cython.locals(
        chosen=uint64_t, most=int64_t, pair=uint64_t, held=int64_t, number=int64_t, place=int64_t,
    )
    cdef uint64_t best_pair(self) noexcept

    cdef void add(self, uint64_t pair, int64_t fresh) noexcept

    cdef void write(self, uint64_t square) except *

    @cython.locals(before=int64_t)
    cdef bint is_new(self, uint64_t maker, uint64_t breaker) except? 0
