package cover

import (
	"cmp"
	"slices"

	"nearmiss/internal/native"
)

// watched is what watched runs of a case have shown.
type watched struct {
	touched string   // how one first acted outside its process
	asked   []string // environment variables that they asked for
	files   []string // that they asked about or read
	staying []string // what was on the stacks of goroutines that went on
}

// saw adds a run.
func (w *watched) saw(r *native.RunResult) {
	w.touched = cmp.Or(w.touched, r.Touched)
	w.files = joined(w.files, r.Looked)
	if r.Result != nil {
		w.asked, w.staying = joined(w.asked, r.Result.Asked), joined(w.staying, r.Result.Staying)
	}
}

// joined adds to a list what it does not hold.
func joined(list, more []string) []string {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
