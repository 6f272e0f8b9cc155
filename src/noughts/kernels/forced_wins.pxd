cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.threat_board cimport ThreatBoard

cdef int64_t COMPLETES
cdef int64_t MAKES_FOUR
cdef int64_t MAKES_FOUR_AND_THREE
cdef int64_t MAKES_OPEN_FOUR
cdef int64_t MAKES_THREE
cdef int64_t MAKES_THREES
cdef int64_t THREATS
cdef int64_t _FAILED_FOURS
cdef int64_t _LONGEST_FOURS
cdef int64_t _MOST_PLIES
cdef int64_t _FAILED
cdef int64_t _FOURS_NODES
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
        place=uint64_t, base=int64_t, end=int64_t, number=int64_t,
    )
    cdef bint search(self, int64_t depth, int64_t ply) noexcept

    cdef bint ends(self, int64_t square, int64_t ply) noexcept

    @cython.locals(board=ThreatBoard, side=int64_t, reply=int64_t, won=cython.bint)
    cdef bint tries(self, int64_t square, int64_t depth, int64_t ply) noexcept

@cython.final
cdef class ForcedWins:
    cdef ThreatBoard board
    cdef FourSearch fours
    cdef readonly int64_t[::1] moves
    cdef int64_t[::1] lines
    cdef int64_t[::1] lengths
    cdef int64_t[::1] is_relevant
    cdef uint64_t[::1] failed
    cdef int64_t[::1] failed_threes
    cdef readonly int64_t left
    cdef readonly bint was_cut

    @cython.locals(place=int64_t)
    cpdef void forget(self) noexcept

    cpdef int64_t wins(self, int64_t threes, int64_t nodes) noexcept

    cpdef int64_t loses(self, int64_t threes, int64_t nodes) noexcept

    @cython.locals(plies=int64_t)
    cpdef int64_t threatens(self) noexcept

    @cython.locals(
        board=ThreatBoard, place=uint64_t, end=int64_t, number=int64_t, plies=int64_t,
    )
    cdef int64_t attack(self, int64_t threes, int64_t ply) noexcept

    @cython.locals(
        length=int64_t, base=int64_t, number=int64_t, board=ThreatBoard, first=int64_t
    )
    cdef int64_t win_by_fours(self, int64_t ply) noexcept

    @cython.locals(board=ThreatBoard, end=int64_t, fives=int64_t)
    cdef int64_t gather(self, int64_t ply) noexcept

    @cython.locals(board=ThreatBoard, side=int64_t, is_four=cython.bint, plies=int64_t)
    cdef int64_t tries(self, int64_t move, int64_t threes, int64_t ply) noexcept

    @cython.locals(base=int64_t, following=int64_t, length=int64_t, number=int64_t)
    cdef void lead(self, int64_t move, int64_t ply) noexcept

    @cython.locals(
        board=ThreatBoard, side=int64_t, own=int64_t, other=int64_t, threatened=int64_t,
        longest=int64_t, base=int64_t, end=int64_t, number=int64_t, plies=int64_t,
    )
    cdef int64_t defend(self, int64_t threes, int64_t ply) noexcept

    @cython.locals(plies=int64_t)
    cdef int64_t answer(
        self, int64_t reply, int64_t threes, int64_t ply, int64_t longest
    ) noexcept

    @cython.locals(
        board=ThreatBoard, defender=int64_t, attacker=int64_t, base=int64_t, end=int64_t,
        square=int64_t, place=int64_t, _=int64_t, count=int64_t,
    )
    cdef int64_t relevant(self, int64_t ply) noexcept
