"""TensorBoard's hparams plugin: experiment, session groups, metric evaluations.

In: requests in JSON.
Out: session groups as JSON, CSV or LaTeX.
Public: `routes.hparam_routes`.
"""
