


x


name

abc