// Package profile divides source files into the blocks that the go command
// counts, marks them in the source, and writes cover profiles.
//
// Of the function
//
//	func Abs(n int) int {
//		if n < 0 {
//			return -n
//		}
//		return n
//	}
//
// it makes three blocks: from the brace up to the brace of the if, the body
// of the if, and the last return. A run with -1 takes the first two, and in
// the profile they read
//
//	m/abs.go:3.21,4.11 1 1
//	m/abs.go:4.11,6.3 1 1
//	m/abs.go:7.2,7.10 1 0
//
// The format and the borders of the blocks are those of go test -coverprofile
// (The Go Blog, The cover story, 2013; format of golang.org/x/tools/cover): a
// block begins at the start of a statement list and behind every statement
// that may go elsewhere, and ends where such a statement opens its own body.
//
// Divide is linear in the size of a file. Not modelled: counts, a profile
// says only whether a block ran (mode set); files that use cgo are divided
// and not marked.
//
// Nothing here is safe for concurrent change.

package report
