"""The pictures of positions and games in notebooks: core has the classes and draws nothing."""

from noughts.core import Game, Position


def show_pictures() -> None:
    """Let IPython, and all that follow its protocol, show positions and games as pictures."""
    Position._repr_svg_ = _position_svg
    Game._repr_svg_ = _game_svg


def _position_svg(position: Position) -> str:
    from noughts.wording.pictures.svg import draw_svg  # only notebooks need it

    return draw_svg(position)


def _game_svg(game: Game) -> str:
    from noughts.wording.pictures.svg import draw_game  # only notebooks need it

    return draw_game(game)
