cimport cython
from libc.stdint cimport int32_t, int64_t

from noughts.kernels.threat_board cimport ThreatBoard

cdef int64_t COMPLETES
cdef int64_t EMPTY
cdef int64_t MAKES_FOUR
cdef int64_t MAKES_OPEN_FOUR
cdef int64_t THREATS
cdef int64_t NO_MOVE
cdef int64_t _MOST_HISTORY
cdef int64_t _HISTORY_SHARE
cdef int64_t _KILLER
cdef int64_t _KNOWN

@cython.final
cdef class Candidates:
    cdef ThreatBoard board
    cdef int64_t[::1] moves
    cdef int64_t[::1] orders
    cdef int64_t[::1] killers
    cdef int64_t[::1] history
    cdef int32_t[::1] follow_ups

    @cython.locals(place=int64_t)
    cdef void start(self) noexcept

    @cython.locals(place=int64_t)
    cdef void forget(self) noexcept

    @cython.locals(board=ThreatBoard, other=int64_t, least=int64_t, count=int64_t)
    cdef int64_t gather(self, int64_t ply, int64_t known) noexcept

    @cython.locals(
        board=ThreatBoard, own=int64_t, other=int64_t, base=int64_t, count=int64_t,
        square=int64_t, order=int64_t, row=int64_t,
    )
    cdef int64_t list_moves(
        self, int64_t ply, int64_t known, int64_t least, int64_t near
    ) noexcept

    @cython.locals(base=int64_t, best=int64_t, place=int64_t, move=int64_t, order=int64_t)
    cdef int64_t pick(self, int64_t ply, int64_t number, int64_t count) noexcept

    @cython.locals(
        board=ThreatBoard, base=int64_t, move=int64_t, bonus=int64_t, place=int64_t, entry=int64_t, change=int64_t,
        row=int64_t,
    )
    cdef void reward(self, int64_t ply, int64_t depth, int64_t number) noexcept

    @cython.locals(board=ThreatBoard, last=int64_t)
    cdef int64_t row(self) noexcept
