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
// Nothing here is safe for concurrent change.
package report
