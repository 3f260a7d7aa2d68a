// Package report holds the results of a search in the forms that leave the tool: the JSON
// contract of cover, and the tables and progress lines for the terminal.
//
//	r := &report.Report{Seed: 1, Stopped: report.StoppedDone}
//	r.Sum()
//	err := r.WriteJSON(os.Stdout)
//
// docs/json.md documents the JSON field by field; version 1 may gain fields and loses none.
// Values are plain data: a Report is not safe for concurrent change.
//
// # Changed lines
//
// A Tree holds the lines of a working tree that differ from a git reference.
//
// Let the function
//
//	func Abs(n int) int {
//		if n < 0 {
//			return -n
//		}
//		return n
//	}
//
// have another second line in HEAD. Since(HEAD) then reports that line 2 is changed and no
// other line. Staged and unstaged changes count. An untracked file is changed as a whole,
// unless git ignores it. A renamed file is changed only at its changed lines. Deleted lines
// leave no changed line behind.
//
// The package runs git diff and git ls-files and writes nothing: it tells git to take no locks
// and to run no external programs (external diffs, text conversions, monitors of the file
// system). Not modelled: submodules, each of which is a tree of its own.
//
// A Tree does not change and is safe for concurrent use. Progress is safe for concurrent use.
// Nothing else here is safe for concurrent change.
package report
