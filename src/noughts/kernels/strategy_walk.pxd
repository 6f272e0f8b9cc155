cimport cython
from libc.stdint cimport int64_t

from .grid cimport Grid, Words, lowest, word
from .pairing cimport Pairing
from .proofs cimport ProofSearch

cdef int64_t _ZERO
cdef int64_t _BETWEEN_PAUSES

cdef class StrategyWalk:
    cdef readonly ProofSearch search
    cdef readonly Grid grid
    cdef readonly Pairing pairing
    cdef word full
    cdef Words lines
    cdef object pause
    cdef readonly bytearray text
    cdef readonly set seen
    cdef int64_t[::1] run
    cdef int64_t end
    cdef Words pairs
    cdef int64_t count
    cdef Words bare

    @cython.locals(one=word, move=word, free=word, threats=word, reply=word)
    cpdef void win(self, word maker, word breaker, int64_t ahead) except *

    @cython.locals(free=word, one=word, move=word, reply=word, has_line=cython.bint)
    cpdef void hold(self, word maker, word breaker) except *

    @cython.locals(search=ProofSearch, blocks=word, number=int64_t)
    cdef void attack(self, word maker, word breaker) except *

    @cython.locals(fresh=int64_t, left=word, kept=int64_t, number=int64_t, chosen=word)
    cdef void write_leaf(self, word free, word breaker) except *

    @cython.locals(
        bare=int64_t, number=int64_t, line=word, place=int64_t, chosen=word, most=int64_t,
        pair=word, held=int64_t,
    )
    cdef word best_pair(self, word breaker) noexcept

    cdef void add(self, word pair, int64_t fresh) noexcept

    cdef void write(self, word square) except *

    @cython.locals(before=int64_t)
    cdef bint is_new(self, word maker, word breaker) except? 0

@cython.locals(move=int64_t)
cpdef int64_t settling_move(ProofSearch search, bint won, object pause) except -1
