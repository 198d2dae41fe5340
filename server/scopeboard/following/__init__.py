"""What changed in a log since a program last read it.

In: the series of one moment, and a cursor.
Out: points that were added or superseded, runs that lost files, and how far each file is read.
Public: `changes.find_changes`, `cursor.Cursor`, `cursor_json`.
"""
