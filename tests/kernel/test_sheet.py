"""What the words of a sheet look like as zeros and ones."""

import pytest

from chabudai.kernel.sheet import Sheet


def written(sheet: Sheet, length: int) -> str:
    """The first zeros and ones of what was written."""
    sheet.end_row()
    packed = sheet.take()
    assert len(packed) % 4 == 0
    bits = "".join(str(byte >> place & 1) for byte in packed for place in range(8))
    assert "1" not in bits[length:]
    return bits[:length]


def test_a_set_has_a_one_for_each_member() -> None:
    sheet = Sheet(2)
    sheet.marks(0b1101, 5)
    assert written(sheet, 5) == "10110"


@pytest.mark.parametrize("width", [31, 32, 33, 61, 62])
def test_sets_may_be_as_wide_as_choices(width: int) -> None:
    sheet = Sheet(2)
    for _ in range(5):
        sheet.marks(1 | 1 << width - 1, width)
    assert written(sheet, 5 * width) == ("1" + "0" * (width - 2) + "1") * 5


def test_one_of_several_is_a_one_at_its_place_and_none_is_zeros() -> None:
    sheet = Sheet(2)
    sheet.one_of(2, 4)
    sheet.one_of(-1, 3)
    sheet.one_of(-2, 3)
    assert written(sheet, 10) == "0010" + "000" + "000"


def test_a_count_is_so_many_ones_and_never_more_than_there_is_room() -> None:
    sheet = Sheet(2)
    for number in (0, 2, 3, 9):
        sheet.count(number, 3)
    assert written(sheet, 12) == "000" + "110" + "111" + "111"


def test_a_number_is_its_binary_digits_the_last_one_negative() -> None:
    sheet = Sheet(2)
    for number in (5, -1, -8, 7, 100, -100):
        sheet.number(number, 4)
    assert written(sheet, 24) == "1010" + "1111" + "0001" + "1110" + "1110" + "0001"


def test_digits_are_numbers_one_after_the_other() -> None:
    sheet = Sheet(2)
    sheet.digits(0x031, 4, 4, 3)
    assert written(sheet, 12) == "100" + "001" + "000" + "000"


def test_blanks_may_be_any_number_at_any_place() -> None:
    for before in range(40):
        for width in (0, 1, 31, 32, 33, 64, 95, 100):
            sheet = Sheet(2)
            for _ in range(before):
                sheet.flag(True)
            sheet.blanks(width)
            sheet.flag(True)
            assert written(sheet, before + width + 1) == "1" * before + "0" * width + "1"


def test_seats_are_counted_from_the_viewer() -> None:
    sheet = Sheet(4)
    sheet.viewer = 3
    sheet.seats(0b1001)
    sheet.seat(1)
    sheet.seat(3)
    sheet.seat(-1)
    assert [sheet.at(distance) for distance in range(4)] == [3, 0, 1, 2]
    assert written(sheet, 16) == "1100" + "0010" + "1000" + "0000"


def test_a_phase_is_known_by_its_first_action() -> None:
    sheet = Sheet(2)
    sheet.phase(9, bytes([0, 9, 20]))
    sheet.phase(5, bytes([0, 9, 20]))
    assert written(sheet, 6) == "010" + "000"


def test_what_is_taken_is_gone() -> None:
    sheet = Sheet(2)
    sheet.marks(1, 8)
    sheet.end_row()
    assert sheet.take() == b"\1\0\0\0"
    assert sheet.take() == b""
