module nearmiss/experiment

go 1.26.0

replace nearmiss => ../

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)
