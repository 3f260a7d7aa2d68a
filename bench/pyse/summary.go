package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"nearmiss/bench/internal/experiment"
)

// A middle is a median of paths. If less than half of the searches came to the mark, it is
// what they took in vain, and the median is more.
type middle struct {
	paths, seconds float64
	together       float64 // with the paths of training
	bound          bool
}

// middle is that of a technique's searches of a cell. ok is false if there are none.
func (r *results) middle(c cell, name string) (m middle, ok bool) {
	at := slices.IndexFunc(r.techniques, func(t technique) bool { return t.name == name })
	if at < 0 {
		return m, false
	}
	t := r.techniques[at]
	list := r.of(c, t)
	if len(list) == 0 {
		return m, false
	}
	var paths, seconds, spent, elapsed, together []float64
	for _, x := range list {
		together = append(together, x.together(t))
		paths, seconds = append(paths, x.paths(t)), append(seconds, x.seconds(t))
		spent, elapsed = append(spent, float64(x.Paths)), append(elapsed, float64(x.Elapsed)/1000)
	}
	m = middle{paths: experiment.Median(paths), seconds: experiment.Median(seconds), together: experiment.Median(together)}
	if math.IsInf(m.paths, 1) {
		m = middle{paths: experiment.Median(spent), seconds: experiment.Median(elapsed), bound: true}
	}
	return m, true
}

// A ratio is the geometric mean of quotients of medians.
type ratio struct {
	logs         []float64
	above, below []string // cells where only a bound of what is divided is known, or of what it is divided by
}

func (q *ratio) add(c cell, over, under middle) {
	if over.paths == 0 || under.paths == 0 {
		return
	}
	q.logs = append(q.logs, math.Log(over.paths/under.paths))
	if over.bound {
		q.above = append(q.above, c.name())
	}
	if under.bound {
		q.below = append(q.below, c.name())
	}
}

func (q *ratio) String() string {
	sum := 0.0
	for _, x := range q.logs {
		sum += x
	}
	text := fmt.Sprintf("%.3g (cells: %d)", math.Exp(sum/float64(len(q.logs))), len(q.logs))
	if len(q.above) > 0 {
		text += "; more, as half of the searches of auto do not come there in " + strings.Join(q.above, ", ")
	}
	if len(q.below) > 0 {
		text += "; less, as half of the searches of PySE do not come there in " + strings.Join(q.below, ", ")
	}
	return text
}

// summary compares auto with the paper's PySE where the program is the paper's, and with our
// own; and says where in class 1 it takes longest.
func (r *results) summary(w io.Writer) {
	var theirs, trained, own, standIns ratio
	var slowest middle
	where := ""
	for _, c := range r.cells {
		auto, ok := r.middle(c, "auto")
		if !ok {
			continue
		}
		if c.class == 1 {
			if where == "" || auto.seconds > slowest.seconds {
				slowest, where = auto, c.name()
			}
			continue
		}
		if c.paper != nil {
			theirs.add(c, auto, middle{paths: float64(c.paper.pyse)})
			if !auto.bound {
				trained.add(c, middle{paths: auto.together}, middle{paths: float64(c.paper.pyse)})
			}
		}
		if pyse, ok := r.middle(c, "pyse"); ok && c.standIn {
			standIns.add(c, auto, pyse)
		} else if ok {
			own.add(c, auto, pyse)
		}
	}
	var lines []string
	for _, q := range []struct {
		name string
		*ratio
	}{
		{"the paper's paths, class 2", &theirs},
		{"the paper's paths, class 2, with auto's paths at smaller scales", &trained},
		{"those of our PySE, class 2", &own},
		{"those of our PySE, stand-ins", &standIns},
	} {
		if len(q.logs) > 0 {
			lines = append(lines, fmt.Sprintf("- Median paths of auto divided by %s: geometric mean %s.", q.name, q.ratio))
		}
	}
	if where != "" {
		sign := ""
		if slowest.bound {
			sign = "> "
		}
		lines = append(lines, fmt.Sprintf("- Where auto takes longest in class 1: %s, median %s%s s.", where, sign, duration(slowest.seconds)))
	}
	if len(lines) > 0 {
		fmt.Fprintf(w, "\n## Summary\n\n%s\n", strings.Join(lines, "\n"))
	}
}
