package probe

// Program is the compiled enhanced fitness of one critical node for one
// target: see package fitness, which compiles it, and eval.go, which runs it.
// The owner of fitness may change its inside freely; it crosses the wire as
// a flat []uint64 (MarshalProgram/UnmarshalProgram).
type Program struct{}
