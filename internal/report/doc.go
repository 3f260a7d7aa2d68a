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
package report
