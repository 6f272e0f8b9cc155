cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from noughts.kernels.forced_wins cimport FourSearch
from noughts.kernels.threat_board cimport ThreatBoard
from noughts.kernels.transpositions cimport Transpositions

cdef int64_t COMPLETES
cdef int64_t EMPTY
cdef int64_t MAKES_FOUR
cdef int64_t MAKES_FOUR_AND_THREE
cdef int64_t MAKES_OPEN_FOUR
cdef int64_t MAKES_THREE
cdef int64_t THREATS
cdef int64_t EXACT
cdef int64_t LOWER
cdef int64_t UPPER
cdef int64_t NO_MOVE
cdef int64_t SURE
cdef int64_t WIN
cdef int64_t _MOST_PLIES
cdef int64_t _DEEPEST
cdef int64_t _NO_SCORE
cdef int64_t _REVERSE_FUTILITY_DEPTH
cdef int64_t _REVERSE_FUTILITY
cdef int64_t _REVERSE_REDUCTION
cdef int64_t _REVERSE_REDUCTION_PLY
cdef int64_t _RAZORING_DEPTH
cdef int64_t _RAZORING
cdef int64_t _RAZORING_PLY
cdef int64_t _FUTILITY_DEPTH
cdef int64_t _FUTILITY
cdef int64_t _FUTILITY_PLY
cdef int64_t _ITERATIVE_REDUCTION_DEPTH
cdef int64_t _SINGULAR_DEPTH
cdef int64_t _SINGULAR
cdef int64_t _WIDER
cdef int64_t _MOST_HISTORY
cdef int64_t _HISTORY_SHARE
cdef int64_t _KILLER
cdef int64_t _KNOWN
cdef int64_t _FOURS
cdef int64_t _FOURS_NODES

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

@cython.final
cdef class AlphaBeta:
    cdef ThreatBoard board
    cdef Transpositions table
    cdef FourSearch fours
    cdef Candidates candidates
    cdef int64_t[::1] estimates
    cdef int64_t[::1] reductions
    cdef int64_t[::1] widths
    cdef public int64_t every
    cdef readonly list leaves
    cdef readonly int64_t nodes
    cdef public object ask
    cdef object error
    cdef int64_t until
    cdef readonly int64_t best
    cdef int64_t chosen
    cdef readonly bint stopped

    cpdef void start(self) noexcept

    cpdef void forget(self) noexcept

    @cython.locals(score=int64_t)
    cpdef int64_t run(self, int64_t alpha, int64_t beta, int64_t depth, int64_t nodes) except? -1

    @cython.locals(nodes=int64_t)
    cdef bint goes_on(self) noexcept

    @cython.locals(known=int64_t, score=int64_t, table=Transpositions)
    cdef int64_t search(
        self, int64_t alpha, int64_t beta, int64_t depth, int64_t ply, bint may_pass
    ) noexcept

    @cython.locals(board=ThreatBoard, own=int64_t, fives=int64_t)
    cdef int64_t score_at_sight(self, int64_t ply) noexcept

    @cython.locals(score=int64_t, other=int64_t, estimate=int64_t, margin=int64_t)
    cdef int64_t prune(
        self, int64_t alpha, int64_t beta, int64_t depth, int64_t ply, int64_t known,
        bint may_pass,
    ) noexcept

    @cython.locals(board=ThreatBoard, score=int64_t)
    cdef int64_t null_move(self, int64_t beta, int64_t depth, int64_t ply) noexcept

    @cython.locals(estimate=int64_t, score=int64_t, bound=int64_t)
    cdef int64_t refined(self, int64_t ply, int64_t known) noexcept

    @cython.locals(board=ThreatBoard, estimate=int64_t, own=int64_t, makes=int64_t)
    cdef int64_t quiesce(self, int64_t beta, int64_t ply) noexcept

    @cython.locals(
        key=uint64_t, extension=int64_t, count=int64_t, best=int64_t, bound=int64_t,
    )
    cdef int64_t expand(
        self, int64_t alpha, int64_t beta, int64_t depth, int64_t ply, int64_t known,
        int64_t skipped,
    ) noexcept

    @cython.locals(
        board=ThreatBoard, best=int64_t, best_move=int64_t, other=int64_t, width=int64_t, number=int64_t,
        move=int64_t, is_four=cython.bint, score=int64_t, is_narrow=cython.bint,
        is_futile=cython.bint, is_reduced=cython.bint, threat=int64_t, following=int64_t,
        estimate=int64_t,
    )
    cdef int64_t try_moves(
        self, int64_t alpha, int64_t beta, int64_t depth, int64_t ply, int64_t first,
        int64_t count, int64_t extension,
    ) noexcept

    @cython.locals(table=Transpositions, other=int64_t, limit=int64_t)
    cdef int64_t singular_extension(self, int64_t depth, int64_t ply, int64_t known) noexcept

    @cython.locals(
        board=ThreatBoard, move=int64_t, is_forced=cython.bint, following=int64_t,
        reduced=int64_t, score=int64_t,
    )
    cdef int64_t follow(
        self, int64_t alpha, int64_t beta, int64_t depth, int64_t ply, int64_t number
    ) noexcept

    @cython.locals(
        board=ThreatBoard, own=int64_t, other=int64_t, makes=int64_t, row=int64_t,
        reduced=int64_t,
    )
    cdef int64_t late_move_reduction(
        self, bint is_principal, int64_t depth, int64_t move, int64_t number
    ) noexcept
