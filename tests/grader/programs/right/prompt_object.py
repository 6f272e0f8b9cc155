"""A class that plays at the prompt, squares from 1 to 9, and asks whether to play again."""


class Game:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.cells = [" "] * 9
        self.turn = "X"

    @property
    def winner(self):
        for a, b, c in self.lines:
            if self.cells[a] != " " and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None

    def ask(self):
        while True:
            answer = input(f"{self.turn} (1-9): ")
            try:
                square = int(answer) - 1
            except ValueError:
                print("no number")
            else:
                if 0 <= square <= 8 and self.cells[square] == " ":
                    return square
                print("not free")

    def play(self):
        while self.winner is None and " " in self.cells:
            self.cells[self.ask()] = self.turn
            self.turn = "O" if self.turn == "X" else "X"
        print(self.winner or "nobody", "wins")


def play_game():
    while True:
        Game().play()
        if input("Play again? ").strip().lower() != "y":
            return
