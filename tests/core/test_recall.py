"""Functions that remember what they made of values."""

from trainshed.core.recall import recalled


def test_the_same_value_is_worked_on_once() -> None:
    """Asked about the very same value, a function gives what it gave before."""
    worked: list[list[int]] = []

    @recalled(2)
    def double(values: list[int], times: int) -> list[int]:
        worked.append(values)
        return values * times

    one, equal = [1, 2], [1, 2]
    assert double(one, 2) is double(one, 2)
    assert double(equal, 2) == double(one, 2)
    assert worked == [one, equal]
    assert worked[1] is equal
    assert double(one, 1) == one


def test_only_the_last_answers_are_remembered() -> None:
    """What was asked long ago is worked out again."""
    worked: list[str] = []

    @recalled(2)
    def shout(word: str) -> str:
        worked.append(word)
        return word.upper()

    for word in ("a", "b", "a", "c", "b", "a"):
        assert shout(word) == word.upper()
    assert worked == ["a", "b", "c", "a"]
