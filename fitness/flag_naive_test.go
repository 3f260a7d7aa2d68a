package fitness

import (
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestNaive: with what is known of the returns, the decisions and their levels are those that
// a search of the graph from each condition finds.
func TestNaive(t *testing.T) {
	decisions := 0
	for _, pattern := range []string{"net/url", "encoding/csv", "mime", "go/scanner", "./testdata/flags/forms"} {
		pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
		if err != nil {
			t.Fatal(err)
		}
		p := cfg.Build(pkgs[0].Source)
		flags := NewFlags(p)
		for _, c := range p.Conds {
			for _, is := range []bool{true, false} {
				flags.Behind(c, is)
			}
		}
		for _, r := range flags.known {
			d := flags.decider(r)
			n := naive{d}
			want := map[side]int{}
			for _, b := range r.Func.Graphs[0].Blocks {
				if is, ok := n.decision(b); ok {
					want[side{b.Cond, is}] = n.level(b.Succs[succOf(is)])
				}
			}
			got := map[side]int{}
			for _, x := range r.Decisions {
				got[side{x.Cond, x.Outcome}] = x.Level
			}
			if len(got) != len(want) {
				t.Errorf("%s: %s: %d decisions, want %d", pattern, r.Func.Name, len(got), len(want))
			}
			for o, level := range want {
				if l, ok := got[o]; !ok || l != level {
					t.Errorf("%s: %s: %s is %v: level %d, %v; want %d", pattern, r.Func.Name, p.BranchName(o.cond.Branch(o.is)), o.is, l, ok, level)
				}
			}
			decisions += len(want)
		}
	}
	if decisions < 200 {
		t.Errorf("only %d decisions", decisions)
	}
}

// succOf is the place among the ways out of a block of the other outcome.
func succOf(is bool) int {
	if is {
		return 1 // the false one comes second
	}
	return 0
}

// naive knows what a decider knows of the returns, and nothing else.
type naive struct{ *decider }

// may reports whether a way from an edge comes to a return that is not known to be no.
func (n naive) may(e *cfg.Edge, seen map[*cfg.Edge]bool) bool {
	if seen[e] {
		return false
	}
	seen[e] = true
	if v := n.edges[side{e.Cond, e.Outcome}]; e.Cond != nil && v != maybe {
		return v == yes
	}
	if v, ok := n.exits[e.To]; ok {
		return v != no
	}
	for _, x := range e.To.Succs {
		if n.may(x, seen) {
			return true
		}
	}
	return false
}

func (n naive) decision(b *cfg.Block) (is, ok bool) {
	if b.Cond == nil || len(b.Succs) != 2 {
		return false, false
	}
	t, f := n.may(b.Succs[0], map[*cfg.Edge]bool{}), n.may(b.Succs[1], map[*cfg.Edge]bool{})
	return !t, t != f
}

// level is how many decisions are on the way from an edge with the fewest: breadth first by
// that number.
func (n naive) level(from *cfg.Edge) int {
	best := map[*cfg.Edge]int{from: 0}
	for level, now := 0, []*cfg.Edge{from}; len(now) > 0; level++ {
		var next []*cfg.Edge
		for i := 0; i < len(now); i++ {
			e := now[i]
			if v := n.edges[side{e.Cond, e.Outcome}]; e.Cond != nil && v != maybe {
				if v == yes {
					return level
				}
				continue
			}
			if v, ok := n.exits[e.To]; ok {
				switch v {
				case yes:
					return level
				case maybe:
					next = append(next, &cfg.Edge{To: &cfg.Block{}, Cond: nil})
					n.exits[next[len(next)-1].To] = yes // one point more
				}
				continue
			}
			_, isPoint := n.decision(e.To)
			for _, x := range e.To.Succs {
				if _, seen := best[x]; seen {
					continue
				}
				if isPoint {
					if !n.may(x, map[*cfg.Edge]bool{}) {
						continue
					}
					next = append(next, x)
				} else {
					now = append(now, x)
				}
				best[x] = level
			}
		}
		now = next
	}
	return -1
}
