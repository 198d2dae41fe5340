"""Values shared by threads: computed once, cached within bounds, cancelled with their clients.

In: functions that compute values. Out: their results, one computation for all callers. Public are
`cancellation`, `lazy`, `single_flight` and `lru`; nothing here knows what the values are.
"""
