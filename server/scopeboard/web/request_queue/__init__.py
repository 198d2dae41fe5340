"""A queue in front of the routes: a bounded number of requests runs at once.

In: requests, by the cost of their route.
Out: their responses; equal requests share one.
Public: `queue.RequestQueue`.
"""
