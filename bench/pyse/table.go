package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"nearmiss/bench/internal/experiment"
)

// results are what was measured.
type results struct {
	*config
	done map[key]*record
}

// of lists the records of a cell's technique, by seed.
func (r *results) of(c cell, t technique) []*record {
	var list []*record
	for seed := range uint64(r.seeds) {
		if x := r.done[r.key(job{c, t, seed + 1})]; x != nil && t.on(c) {
			list = append(list, x)
		}
	}
	return list
}

// print writes all tables.
func (r *results) print(w io.Writer) {
	host, _ := os.Hostname()
	fmt.Fprintf(w, "%s, %s, %d processors, %d searches at a time, %s.\n\n", host, runtime.Version(), runtime.GOMAXPROCS(0), r.parallel, r.made())
	r.tables(w)
}

func (r *results) tables(w io.Writer) {
	fmt.Fprintf(w, "Paths until the longest one, and in parentheses seconds: median over %d seeds within %s, "+
		"and in brackets its 95 %% interval by the bootstrap; the number of searches that came there, if not all did. "+
		"What did not is infinite; > stands before what it took in vain, x where it ended by itself. "+
		"Rows of all paths go on to their end, as most of the paper's do, and all others to the longest path. "+
		"Seconds include training, but for a policy to begin with. Together: paths of training and those above. "+
		"In italics: the paper's. (N, longest path): proved, or with ? the longest that is known.%s\n", r.seeds, r.budget(), r.searches())
	class := 0
	for _, s := range subjects() {
		cells := r.cellsOf(s)
		if len(cells) == 0 {
			continue
		}
		if s.class != class {
			class = s.class
			fmt.Fprintf(w, "\n## Table %s, programs of class %d\n", strings.Repeat("I", class), class)
		}
		fmt.Fprintf(w, "\n### %s\n\n", s.title)
		r.block(w, cells, "(N, longest path)", all, result)
		if any := func(x *record) bool { return x.TrainingPaths > 0 }; slices.ContainsFunc(r.techniques, func(t technique) bool { return r.some(cells, t, any) }) {
			fmt.Fprintln(w)
			r.block(w, cells, "paths of training (seconds), and together", any, training)
		}
	}
	r.summary(w)
	r.errors(w)
}

func all(*record) bool { return true }

// cellsOf lists the cells of a program.
func (r *results) cellsOf(s *subject) (list []cell) {
	for _, c := range r.cells {
		if c.subject.name == s.name {
			list = append(list, c)
		}
	}
	return list
}

// some reports whether there is such a record of a technique.
func (r *results) some(cells []cell, t technique, such func(*record) bool) bool {
	return slices.ContainsFunc(cells, func(c cell) bool { return slices.ContainsFunc(r.of(c, t), such) })
}

// block writes the table of one program: a row for each technique that has such records.
func (r *results) block(w io.Writer, cells []cell, corner string, such func(*record) bool, text func(cell, technique, []*record) string) {
	head := []string{corner}
	for _, c := range cells {
		head = append(head, c.head())
	}
	experiment.Markdown(w, head, func(yield func([]string)) {
		for _, t := range r.techniques {
			if !r.some(cells, t, such) {
				continue
			}
			row := []string{t.doc}
			for _, c := range cells {
				row = append(row, text(c, t, r.of(c, t)))
			}
			yield(row)
		}
	})
}

// result is a cell of the table: paths and seconds, and the paper's paths.
func result(c cell, t technique, list []*record) string {
	text := ours(t, list)
	if t.paper == nil || c.paper == nil {
		return text
	}
	switch n := t.paper(c); n {
	case 0:
		return text
	case wrong:
		return strings.TrimSpace(text + " *x*")
	default:
		return strings.TrimSpace(fmt.Sprintf("%s *%d*", text, n))
	}
}

func ours(t technique, list []*record) string {
	if len(list) == 0 {
		return ""
	}
	var left []*record
	var paths, seconds []float64
	for _, r := range list {
		if !r.done(t) {
			left = append(left, r)
		}
		paths, seconds = append(paths, r.paths(t)), append(seconds, r.seconds(t))
	}
	text := ""
	if mid := experiment.Median(paths); !math.IsInf(mid, 1) {
		from, to := experiment.MedianInterval(paths)
		text = number(mid)
		if from != to {
			text += fmt.Sprintf(" [%s, %s]", number(from), number(to))
		}
		text += " (" + duration(experiment.Median(seconds)) + ")"
	} else {
		text = vain(t, left)
	}
	if n := len(list) - len(left); n < len(list) && len(list) > 1 {
		text += fmt.Sprintf(", %d of %d", n, len(list))
	}
	if t.whole && len(list) == 1 && list[0].done(t) {
		switch x := list[0]; {
		case x.Cost < x.Mark:
			text = "x " + text
		case x.Feasible > 0 && x.Feasible != x.Paths:
			text += fmt.Sprintf(", %d feasible", x.Feasible)
		}
	}
	return text
}

// vain is what searches took that did not come to the mark.
func vain(t technique, left []*record) string {
	var paths, seconds []float64
	by := "x"
	for _, r := range left {
		paths, seconds = append(paths, float64(r.Paths)), append(seconds, float64(r.Elapsed)/1000)
		if r.Status != ended || r.Error != "" {
			by = ">"
		}
	}
	return fmt.Sprintf("%s %s (%s)", by, number(experiment.Median(paths)), duration(experiment.Median(seconds)))
}

// training is a cell of the table of paths at other scales, alone and together with those
// until the longest path. Only a search that made a policy to begin with has a time of its
// own.
func training(_ cell, t technique, list []*record) string {
	var paths, together, seconds []float64
	for _, r := range list {
		paths, seconds = append(paths, float64(r.TrainingPaths)), append(seconds, float64(r.TrainingMS)/1000)
		together = append(together, r.together(t))
	}
	if len(list) == 0 {
		return ""
	}
	text := number(experiment.Median(paths))
	if list[0].Pretrained {
		text += " (" + duration(experiment.Median(seconds)) + ")"
	}
	return text + ", " + number(experiment.Median(together))
}

func number(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func duration(seconds float64) string {
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.2f", seconds)
	case seconds < 100:
		return fmt.Sprintf("%.1f", seconds)
	}
	return fmt.Sprintf("%.0f", seconds)
}

// made says by which revisions the searches were made, and when: a file of raw
// records may have been added to on many days.
func (r *results) made() string {
	var by []string
	for _, c := range r.cells {
		for _, t := range r.techniques {
			for _, x := range r.of(c, t) {
				by = append(by, "revision "+cmp.Or(x.Revision, "unknown")+" of "+cmp.Or(x.Date, "a day that is not known"))
			}
		}
	}
	slices.Sort(by)
	return strings.Join(slices.Compact(by), ", ")
}

// searches says of which rows there are fewer searches than seeds.
func (r *results) searches() string {
	var once, short []string
	for _, t := range r.techniques {
		least := r.seeds
		for _, c := range r.cells {
			if t.on(c) {
				least = min(least, len(r.of(c, t)))
			}
		}
		if !t.draws() {
			once = append(once, t.doc)
		} else if least < r.seeds {
			short = append(short, fmt.Sprintf("%s %d", t.doc, least))
		}
	}
	return experiment.Searches(once, short, "; ")
}

// errors lists what went wrong. In the tables it is a search that did not come to the
// mark.
func (r *results) errors(w io.Writer) {
	var said []string
	for _, c := range r.cells {
		for _, t := range r.techniques {
			for _, x := range r.of(c, t) {
				if x.Error != "" {
					said = append(said, fmt.Sprintf("- %s, %s, seed %d: %s", c.name(), t.name, x.Seed, x.Error))
				}
			}
		}
	}
	if len(said) > 0 {
		fmt.Fprintf(w, "\nWhat went wrong:\n\n%s\n", strings.Join(said, "\n"))
	}
}
