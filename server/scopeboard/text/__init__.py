"""Text as it was logged: tensors of strings → cells, Markdown → a tree of harmless elements.

What a log says is not to be trusted. `markdown` lets no more through than it names, and `markup`
hands on a tree rather than HTML, so that no page ever parses text from a log.
"""
