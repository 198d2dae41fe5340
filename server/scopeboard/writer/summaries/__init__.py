"""One value each: arrays → the summary that an event has.

The forms are those of `torch.utils.tensorboard`, so that whatever reads its files reads these.
Each module has a function that checks its arguments at once; the encoding may run later, in another
thread.
"""
