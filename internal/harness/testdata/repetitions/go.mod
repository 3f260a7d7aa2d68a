module subject

go 1.18
