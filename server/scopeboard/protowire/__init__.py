"""Protobuf fields in place: offsets of encoded messages, without decoding or copying values.

In: bytes, or a reader of bytes that are elsewhere. Out: the start and end of fields. Public are
`fields` (a message in bytes), `nested` (messages within messages in a file), `columns` (the fields
of many messages at once) and `message_table` (their values as columns).
"""
