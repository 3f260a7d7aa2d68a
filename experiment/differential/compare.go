package differential

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// A run is what one engine says of one input.
type run struct {
	ended  worker.Outcome
	text   string // of a panic
	out    input.Vector
	trace  []uint32
	cost   search.Cost
	beyond bool   // it needed more than the executor may take; nothing else counts then
	gap    string // why the executor could not tell; nothing else counts then
	strain string // what the executor says that it must not: a law of its own that does not hold
}

func nativeRun(m *worker.Measured) run {
	r := run{ended: m.Outcome, text: m.Text, out: m.Out, trace: m.Trace, cost: m.Cost}
	if r.ended == worker.RuntimeError {
		r.ended = worker.Panicked
	}
	return r
}

// address is a place in memory, which machine code may print and the executor
// does not have.
var address = regexp.MustCompile(`0x[0-9a-f]{5,}`)

// differ says in which way two runs differ, "" if they do not. Without order,
// results alone count.
func differ(a, b *run, order bool) string {
	if a.ended != b.ended {
		return "ends another way"
	}
	if a.ended == worker.Unbuilt {
		return ""
	}
	if a.text != b.text && !address.MatchString(a.text) {
		return "another panic"
	}
	if !slices.Equal(a.out, b.out) {
		return "other results"
	}
	switch {
	case !order:
		return ""
	case a.ended == worker.FuelOut: // deferred calls of machine code go on from there
		if n := min(len(a.trace), len(b.trace)); !slices.Equal(a.trace[:n], b.trace[:n]) {
			return "another trace"
		}
		return ""
	case !slices.Equal(a.trace, b.trace):
		return "another trace"
	case a.cost.Statements != b.cost.Statements:
		return "another number of statements"
	case a.cost.Branches != b.cost.Branches:
		return "another number of branches"
	}
	return ""
}

// again is how often an input is run once more to see whether the order is
// Go's to choose.
const again = 24

// A verdict is what became of one input.
type verdict struct {
	gap     string // "" if the engines agree
	outside bool   // nothing can be compared: native runs differ in what they return
	beyond  bool   // nor here: it takes more than the executor may
	order   bool   // native runs differ in order alone, and were compared without
}

// judge compares the executor's run of v with the native one. Where they
// differ the input is run natively some more times: what differs there too is
// no gap.
func (t *compiled) judge(ctx context.Context, entry int, v input.Vector, nat, sym *run) (verdict, error) {
	if sym.beyond {
		return verdict{beyond: true}, nil
	}
	if sym.gap != "" {
		return verdict{gap: sym.gap}, nil
	}
	if sym.strain != "" {
		return verdict{gap: sym.strain}, nil
	}
	if anyPanic(nat, sym) {
		return verdict{order: true}, nil
	}
	how := differ(nat, sym, true)
	if how == "" {
		return verdict{}, nil
	}
	more, err := t.measure(ctx, entry, slices.Repeat([]input.Vector{v}, again))
	if err != nil {
		return verdict{}, err
	}
	warm := nativeRun(&more[0]) // what happens once in a process has happened
	varies := false
	for i := range more {
		m := nativeRun(&more[i])
		if differ(&warm, &m, false) != "" {
			return verdict{outside: true}, nil
		}
		varies = varies || differ(&warm, &m, true) != ""
	}
	if how = differ(&warm, sym, !varies); how == "" || varies {
		return verdict{gap: how, order: varies}, nil
	}
	nat = &warm
	return verdict{gap: fmt.Sprintf("%s: %s", how, detail(how, nat, sym))}, nil
}

// anyPanic reports whether two runs differ in nothing but in which of several
// indices that are out of range they come upon first: Go does not say in which
// order the operands of one statement are indexed, and the compiler moves them.
func anyPanic(a, b *run) bool {
	const index = "runtime error: index out of range "
	if a.text == b.text || !strings.HasPrefix(a.text, index) || !strings.HasPrefix(b.text, index) {
		return false
	}
	c := *b
	c.text = a.text
	return differ(a, &c, true) == ""
}

// detail shows where two runs part.
func detail(how string, a, b *run) string {
	switch how {
	case "ends another way":
		return fmt.Sprintf("%v %q, here %v %q", a.ended, a.text, b.ended, b.text)
	case "another panic":
		return fmt.Sprintf("%q, here %q", a.text, b.text)
	case "other results":
		return fmt.Sprintf("%s, here %s", short(a.out), short(b.out))
	case "another trace":
		for i := range min(len(a.trace), len(b.trace)) {
			if a.trace[i] != b.trace[i] {
				return fmt.Sprintf("branch %d at %d of %d, here %d of %d", a.trace[i], i, len(a.trace), b.trace[i], len(b.trace))
			}
		}
		return fmt.Sprintf("%d branches, here %d", len(a.trace), len(b.trace))
	}
	return fmt.Sprintf("%+v, here %+v", a.cost, b.cost)
}

// short is the beginning of a list of words.
func short(v input.Vector) string {
	const most = 8
	if len(v) > most {
		return fmt.Sprintf("%v… (%d words)", v[:most], len(v))
	}
	return fmt.Sprint(v)
}
