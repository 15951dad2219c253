"""The bits that each method of a bit writer writes."""

import pytest

from chabudai.kernel.bit_writer import BitWriter


def written(writer: BitWriter, length: int) -> str:
    """Return the first `length` bits that were written, as text. The rest must be padding: zeros."""
    writer.end_row()
    packed = writer.take()
    assert len(packed) % 4 == 0
    bits = "".join(str(byte >> place & 1) for byte in packed for place in range(8))
    assert "1" not in bits[length:]
    return bits[:length]


def test_a_bit_set_has_a_one_for_each_member() -> None:
    writer = BitWriter(2)
    writer.bit_set(0b1101, 5)
    assert written(writer, 5) == "10110"


@pytest.mark.parametrize("width", [31, 32, 33, 61, 62])
def test_bit_sets_may_be_as_wide_as_choices(width: int) -> None:
    writer = BitWriter(2)
    for _ in range(5):
        writer.bit_set(1 | 1 << width - 1, width)
    assert written(writer, 5 * width) == ("1" + "0" * (width - 2) + "1") * 5


def test_one_hot_writes_a_single_one_or_zeros_for_none() -> None:
    writer = BitWriter(2)
    writer.one_hot(2, 4)
    writer.one_hot(-1, 3)
    writer.one_hot(-2, 3)
    assert written(writer, 10) == "0010" + "000" + "000"


def test_a_count_is_unary_and_clamped() -> None:
    writer = BitWriter(2)
    for number in (0, 2, 3, 9):
        writer.count(number, 3)
    assert written(writer, 12) == "000" + "110" + "111" + "111"


def test_a_number_is_in_twos_complement_and_clamped() -> None:
    writer = BitWriter(2)
    for number in (5, -1, -8, 7, 100, -100):
        writer.number(number, 4)
    assert written(writer, 24) == "1010" + "1111" + "0001" + "1110" + "1110" + "0001"


def test_digits_are_written_one_hot_one_after_another() -> None:
    writer = BitWriter(2)
    writer.digits(0x031, 4, 4, 3)
    assert written(writer, 12) == "100" + "001" + "000" + "000"


def test_any_number_of_zeros_can_be_written_anywhere() -> None:
    for before in range(40):
        for width in (0, 1, 31, 32, 33, 64, 95, 100):
            writer = BitWriter(2)
            for _ in range(before):
                writer.flag(True)
            writer.zeros(width)
            writer.flag(True)
            assert written(writer, before + width + 1) == "1" * before + "0" * width + "1"


def test_seats_are_counted_from_the_viewer() -> None:
    writer = BitWriter(4)
    writer.viewer = 3
    writer.seats(0b1001)
    writer.seat(1)
    writer.seat(3)
    writer.seat(-1)
    assert [writer.seat_at(distance) for distance in range(4)] == [3, 0, 1, 2]
    assert written(writer, 16) == "1100" + "0010" + "1000" + "0000"


def test_a_phase_is_identified_by_its_first_action() -> None:
    writer = BitWriter(2)
    writer.phase(9, bytes([0, 9, 20]))
    writer.phase(5, bytes([0, 9, 20]))
    assert written(writer, 6) == "010" + "000"


def test_taking_empties_the_buffer() -> None:
    writer = BitWriter(2)
    writer.bit_set(1, 8)
    writer.end_row()
    assert writer.take() == b"\1\0\0\0"
    assert writer.take() == b""
