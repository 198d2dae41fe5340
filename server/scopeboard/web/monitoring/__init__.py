"""What programs that run the server need to know of it: health, readiness, measurements.

In: the store, the state of the ingest thread, and every request.
Out: answers to probes, and samples in the text format of Prometheus.
Public: `health.health_routes`, `request_counts.RequestCounts`, `measurements.measurements_route`.
"""
