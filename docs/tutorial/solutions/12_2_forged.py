"""Change a proof of the library, and see it refused."""

import lzma


def main():
    """Change each of the first twenty answers of the proof for 6×5 in turn."""
    header, _, text = lzma.decompress(prove("6x5:4").certificate).partition(b"\n")
    refused = 0
    for place in range(20):
        forged = bytearray(text)
        forged[place] = ord("0") if text[place] != ord("0") else ord("1")
        try:
            verify(lzma.compress(header + b"\n" + forged))
        except ValueError:
            refused += 1
    print(f"{refused} of 20 forged proofs are refused.")
