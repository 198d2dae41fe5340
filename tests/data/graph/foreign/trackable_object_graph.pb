

m
save_counter*

v*
MG
VARIABLE_VALUEsave_counter'save_counter/.ATTRIBUTES/VARIABLE_VALUE*
@:
VARIABLE_VALUEVariablem/v/.ATTRIBUTES/VARIABLE_VALUE*