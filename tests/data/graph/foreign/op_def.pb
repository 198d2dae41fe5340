
__inference___call___56
x0
matmul_readvariableop_resource:
identityˆ¢matmul/ReadVariableOp