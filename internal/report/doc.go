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
// Progress is safe for concurrent use. Nothing else here is safe for concurrent change.
package report
