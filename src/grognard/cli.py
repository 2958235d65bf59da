"""x"""


def main() -> None:
    pass
