module nearmiss/experiment

go 1.26.0

replace nearmiss => ../
