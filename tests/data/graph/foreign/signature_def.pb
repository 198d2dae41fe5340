
/
x*
serving_default_x:0ÿÿÿÿÿÿÿÿÿ<
output_00
StatefulPartitionedCall:0ÿÿÿÿÿÿÿÿÿtensorflow/serving/predict