package testgen

// Tests of calls that panic have a file of their own: such a call may show a bug, and its test
// must not be mistaken for a regression test.

// PanicFile is the name of the file with the tests of calls that panic.
const PanicFile = "nearmiss_panics_test.go"

// Site is the place of a panic and its description.
type Site struct {
	Place       string // file.go:line:col
	Description string // such as "index out of range: s[i]"
	Remarks     string // such as "documented"; may be empty
}

// Panics reports whether the cases of fn panic. In a function of a suite either all cases
// panic or none does.
func (fn *Func) Panics() bool { return len(fn.Cases) > 0 && fn.Cases[0].Outcome.Panic != Returned }

// InOrder returns the functions in the order of the tests: first all with their panicking cases
// only, then all with their other cases. The cases of each are sorted by the branch that names
// them.
func InOrder(funcs []Func) []Func {
	funcs = clone(panicsFirst(funcs))
	for i := range funcs {
		orderCases(funcs[i].Cases)
	}
	return funcs
}

// panicsFirst returns each function twice: first all functions with their panicking cases
// only, then all functions with the remaining cases.
func panicsFirst(funcs []Func) []Func {
	var panics, rest []Func
	for _, fn := range funcs {
		p, o := fn, fn
		p.Cases, o.Cases = nil, nil
		for _, c := range fn.Cases {
			if c.Outcome.Panic != Returned {
				p.Cases = append(p.Cases, c)
			} else {
				o.Cases = append(o.Cases, c)
			}
		}
		panics, rest = append(panics, p), append(rest, o)
	}
	return append(panics, rest...)
}

// panicHead is the notice at the top of PanicFile.
const panicHead = `// Every call in this file panics. Each is a suspected bug, or what the
// function is meant to do: read it. Where the code is mended the test fails,
// and can go.

`

// remarkSites adds a remark on the place of the panic to the row of each panicking case.
func (p *plan) remarkSites() {
	for i := range p.cases {
		c := &p.cases[i]
		if c.Outcome.Panic == Returned || c.Site.Place == "" {
			continue
		}
		remark := c.Site.Place + ": " + c.Site.Description
		if c.Site.Remarks != "" {
			remark += " (" + c.Site.Remarks + ")"
		}
		p.remarks[i] = append([]string{remark}, p.remarks[i]...)
	}
}
