"""The table of sessions as CSV."""

from scopeboard.compat.hparams.session_table import SessionTable


def test_no_spreadsheet_evaluates_a_name_or_a_value() -> None:
    table = SessionTable(["=name", "metric"], [[" =1+1", -0.5], ["-1", None], ["\uff1d1", True]])
    assert table.as_csv() == "'=name,metric\r\n' =1+1,-0.5\r\n-1,\r\n'\uff1d1,True\r\n"
