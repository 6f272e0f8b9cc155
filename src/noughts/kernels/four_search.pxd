cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.threat_board cimport ThreatBoard

cdef int64_t COMPLETES
cdef int64_t MAKES_FOUR
cdef int64_t MAKES_FOUR_AND_THREE
cdef int64_t MAKES_OPEN_FOUR
cdef int64_t THREATS
cdef int64_t _FAILED
cdef int64_t _MOST_FOURS

@cython.final
cdef class FourSearch:
    cdef ThreatBoard board
    cdef uint64_t[::1] failed
    cdef int64_t[::1] failed_depth
    cdef readonly int64_t[::1] line
    cdef int64_t[::1] candidates
    cdef int64_t left
    cdef readonly int64_t length

    @cython.locals(place=int64_t)
    cpdef void forget(self) noexcept

    cpdef bint wins(self, int64_t depth, int64_t nodes) noexcept

    @cython.locals(
        board=ThreatBoard, side=int64_t, own=int64_t, other=int64_t, square=int64_t,
        place=uint64_t, count=int64_t, number=int64_t,
    )
    cdef bint search(self, int64_t depth, int64_t ply) noexcept

    cdef bint ends(self, int64_t square, int64_t ply) noexcept

    @cython.locals(
        board=ThreatBoard, base=int64_t, threats=int64_t, count=int64_t, square=int64_t
    )
    cdef int64_t gather(self, int64_t ply) noexcept

    @cython.locals(board=ThreatBoard, side=int64_t, reply=int64_t, won=cython.bint)
    cdef bint tries(self, int64_t square, int64_t depth, int64_t ply) noexcept
