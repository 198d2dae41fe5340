"""What follows from the counts of a classifier: precision, recall, rates, and areas."""
