"""`python -m noughts`."""

from noughts.cli.main import main

if __name__ == "__main__":  # a worker process imports this module, and is to do nothing by it
    raise SystemExit(main())
