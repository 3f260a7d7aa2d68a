package experiment

import (
	"slices"
	"strings"
)

// Outcome is how one seeded search for one branch ended.
type Outcome struct {
	Func        string // package base name and function
	Branch      string
	Found       bool
	Evaluations uint64
}

// Branch sums up all seeds of one branch.
type Branch struct {
	Func, Branch string
	Seeds, Found int
	Evaluations  []uint64 // by seed
}

// Rate is the share of the seeds that found the branch.
func (b *Branch) Rate() float64 { return float64(b.Found) / float64(max(b.Seeds, 1)) }

// Mean is the mean number of evaluations, failures with what they used.
func (b *Branch) Mean() float64 { return mean(b.Evaluations) }

func mean(xs []uint64) float64 {
	var sum float64
	for _, x := range xs {
		sum += float64(x)
	}
	return sum / float64(max(len(xs), 1))
}

// Table holds branches in the order in which they came first.
type Table struct {
	Branches []*Branch
	index    map[[2]string]*Branch
}

// Add takes the outcomes of one seed.
func (t *Table) Add(outcomes ...Outcome) {
	if t.index == nil {
		t.index = map[[2]string]*Branch{}
	}
	for _, o := range outcomes {
		key := [2]string{o.Func, o.Branch}
		b := t.index[key]
		if b == nil {
			b = &Branch{Func: o.Func, Branch: o.Branch}
			t.index[key] = b
			t.Branches = append(t.Branches, b)
		}
		b.Seeds++
		if o.Found {
			b.Found++
		}
		b.Evaluations = append(b.Evaluations, o.Evaluations)
	}
}

// Find returns a branch, nil if it has no outcome.
func (t *Table) Find(fn, branch string) *Branch { return t.index[[2]string{fn, branch}] }

// Funcs lists the functions in order.
func (t *Table) Funcs() []string {
	var fs []string
	for _, b := range t.Branches {
		if !slices.Contains(fs, b.Func) {
			fs = append(fs, b.Func)
		}
	}
	return fs
}

// Of lists the branches of a function.
func (t *Table) Of(fn string) []*Branch {
	var bs []*Branch
	for _, b := range t.Branches {
		if b.Func == fn {
			bs = append(bs, b)
		}
	}
	return bs
}

// FuncName shortens a package path and a function to base name and function.
func FuncName(pkg, fn string) string { return pkg[strings.LastIndex(pkg, "/")+1:] + "." + fn }
