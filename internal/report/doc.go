// Package report holds what a search found in the form that leaves the tool:
// the JSON contract of cover, and the tables and progress lines that a person
// reads.
//
//	r := &report.Report{Seed: 1, Stopped: report.StoppedDone}
//	r.Sum()
//	err := r.WriteJSON(os.Stdout)
//
// The JSON is documented field by field in docs/json.md; version 1 may gain
// fields and loses none. Values are plain data: a Report is not safe for
// concurrent change.
//
// # Changed lines
//
// A Tree knows the lines of a working tree that are not as they were at a git reference.
//
// After the function
//
//	func Abs(n int) int {
//		if n < 0 {
//			return -n
//		}
//		return n
//	}
//
// has got a second line in place of the first one of HEAD, Since(HEAD) says
// that its line 2 is changed and no other. What is staged and what is not
// count alike. A file that git does not know yet is changed as a whole, unless
// git is told to ignore it; one that was renamed is changed where its lines
// are. Lines that went leave nothing behind that could be changed.
//
// The work is that of git diff and git ls-files. Nothing is written: git is
// asked to take no locks, and to run nobody else's programs (external diffs,
// text conversions, monitors of the file system). Not modelled: submodules,
// of which each is a tree of its own.
//
// A Tree does not change and is safe for concurrent use.
//
// # Cover profiles
//
// Divide divides source files into the blocks that the go command counts. A profile marks
// them.
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
