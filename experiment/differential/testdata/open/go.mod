module open

go 1.26
