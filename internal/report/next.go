package report

import (
	"fmt"
	"io"
	"time"
)

// A Next says what the last half of a search has brought, for an estimate of what more would bring.
type Next struct {
	Evaluations int64 `json:"evaluations"` // in the last half
	Once        int   `json:"once"`        // branches first taken there, and by no other evaluation
	Open        int   `json:"open"`        // branches left to search for
	ElapsedMS   int64 `json:"elapsed_ms"`  // time of the whole search
}

// After estimates the number of branches that so many more evaluations would take.
func (n *Next) After(evaluations float64) float64 {
	if n.Evaluations == 0 {
		return 0
	}
	return min(float64(n.Once)*evaluations/float64(n.Evaluations), float64(n.Open))
}

// AsMany estimates the number of branches that as many evaluations again would take as the whole
// search had.
func (n *Next) AsMany() float64 { return n.After(2 * float64(n.Evaluations)) }

// write prints what another minute would bring, at the mean speed of the search. A search that has used
// up its budget needs a greater one for that.
func (n *Next) write(out io.Writer, stopped string) {
	if n == nil || n.Evaluations == 0 || n.ElapsedMS == 0 {
		return
	}
	speed := 2 * float64(n.Evaluations) / float64(n.ElapsedMS)
	brings := "about " + Numbered(int(n.After(speed*float64(time.Minute.Milliseconds()))+0.5), "branch", "branches")
	if brings == "about 0 branches" {
		brings = "less than one branch"
	}
	minute := "another minute"
	if stopped == StoppedBudget {
		minute += ", with a greater -evals,"
	}
	fmt.Fprintf(out, "%s would bring %s of %d: of the last %s evaluations %d took one that no other did\n", minute, brings, n.Open, Count(n.Evaluations), n.Once)
}
