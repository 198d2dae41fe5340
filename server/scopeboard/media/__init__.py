"""Images, audio and meshes: the headers of encoded samples, and checks of their bytes.

In: logged bytes. Out: types, sizes, durations, damage, and meshes that can be drawn. Pure.
Declared types are ignored: a response has the media type that the bytes have.
"""
