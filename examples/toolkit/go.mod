module example.com/toolkit

go 1.26.0

require nearmiss v0.0.0

require (
	github.com/MaxHalford/eaopt v0.4.2 // indirect
	github.com/bluekeyes/go-gitdiff v0.8.1 // indirect
	github.com/elastic/go-seccomp-bpf v1.6.0 // indirect
	github.com/go-air/gini v1.0.4 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace nearmiss => ../..
