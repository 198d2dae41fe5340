"""Text as it was logged: tensors of strings → cells, Markdown → a tree of harmless elements.

Texts of a log are untrusted. `markdown` allows only listed tags and attributes, and `markup`
returns a tree instead of HTML, so that no page ever parses text from a log as HTML.
"""
