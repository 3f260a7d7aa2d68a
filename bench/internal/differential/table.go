package differential

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Sum counts rows.
type Sum struct {
	Functions int
	Agreed    int // in all that is compared
	Loose     int // of these, with inputs that were compared without order
	Gaps      int // functions with a gap
	Outside   int // functions without an input that can be compared
	Inputs    int
}

// Add counts one more function.
func (s *Sum) Add(r *Row) {
	s.Functions++
	s.Inputs += r.Inputs
	switch {
	case len(r.Gaps) > 0:
		s.Gaps++
	case r.Agreed == 0:
		s.Outside++
	default:
		s.Agreed++
		if r.Order > 0 {
			s.Loose++
		}
	}
}

// Write prints the functions that do not agree, known and others, those that were compared
// without order, and how many of each package agree.
func Write(w io.Writer, rows []Row) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var all Sum
	by := map[string]*Sum{}
	var order []string
	for i := range rows {
		r := &rows[i]
		all.Add(r)
		if by[r.Package] == nil {
			by[r.Package] = &Sum{}
			order = append(order, r.Package)
		}
		by[r.Package].Add(r)
	}
	fmt.Fprintf(tw, "package\tfunctions\tagree\twithout order\tgaps\tnothing to compare\tinputs\n")
	for _, p := range order {
		s := by[p]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", p, s.Functions, s.Agreed, s.Loose, s.Gaps, s.Outside, s.Inputs)
	}
	fmt.Fprintf(tw, "all\t%d\t%d\t%d\t%d\t%d\t%d\n", all.Functions, all.Agreed, all.Loose, all.Gaps, all.Outside, all.Inputs)
	if err := tw.Flush(); err != nil {
		return err
	}
	lists := []struct {
		title string
		in    func(*Row) bool
		line  func(*Row)
	}{
		{"Known gaps:", func(r *Row) bool { return len(r.Gaps) > 0 && r.Known() != "" }, func(r *Row) {
			n := 0
			for _, g := range r.Gaps {
				n += g.Count
			}
			fmt.Fprintf(w, "  %s.%s\t%d of %d\t%s\n", r.Package, r.Func, n, r.Inputs, r.Known())
		}},
		{"Gaps:", func(r *Row) bool { return len(r.Gaps) > 0 && r.Known() == "" }, func(r *Row) {
			for _, g := range r.Gaps {
				fmt.Fprintf(w, "  %s.%s\t%d of %d\t%s\t%s\n", r.Package, r.Func, g.Count, r.Inputs, g.Reason, g.Input)
			}
		}},
		{"Compared by results alone on some inputs, because Go leaves the order open:", func(r *Row) bool { return r.Order > 0 }, func(r *Row) {
			fmt.Fprintf(w, "  %s.%s\t%d of %d\n", r.Package, r.Func, r.Order, r.Inputs)
		}},
		{"Not compared on some inputs, because native runs differ or end the process:", func(r *Row) bool { return r.Outside > 0 }, func(r *Row) {
			fmt.Fprintf(w, "  %s.%s\t%d\n", r.Package, r.Func, r.Outside)
		}},
		{"Not compared on some inputs, because they take more memory or calls than the executor may:", func(r *Row) bool { return r.Beyond > 0 }, func(r *Row) {
			fmt.Fprintf(w, "  %s.%s\t%d of %d\n", r.Package, r.Func, r.Beyond, r.Inputs)
		}},
	}
	for _, l := range lists {
		titled := false
		for i := range rows {
			if l.in(&rows[i]) {
				if !titled {
					fmt.Fprintf(w, "\n%s\n", l.title)
					titled = true
				}
				l.line(&rows[i])
			}
		}
	}
	return nil
}
