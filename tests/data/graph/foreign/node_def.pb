
matmul/ReadVariableOpReadVariableOpmatmul_readvariableop_resource*
dtype0*
_output_shapes

: