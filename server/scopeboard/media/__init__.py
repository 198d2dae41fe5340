"""Images, audio and meshes: headers of encoded samples, damage of images, drawable meshes.

In: logged bytes and arrays.
Out: types, sizes, durations, sentences about damage, and meshes; pure.
Public: all modules, to `api` and `compat`. Declared types are ignored: a response has the media
type of its bytes.
"""
