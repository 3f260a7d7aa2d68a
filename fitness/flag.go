package fitness

import (
	"fmt"
	goconstant "go/constant"
	"go/token"
	"go/types"
	"io"
	"math"
	"slices"
	"sync"

	"nearmiss/cfg"
	"nearmiss/term"
)

// A Flag is a result of a function of the package, compared with a value: Op relates result
// number Result to Value, a constant or nil. A run that turns away because the comparison
// fails is measured inside the call (Wappler et al. 2009).
type Flag struct {
	flagKey
	// Decisions are the conditions of the function behind one outcome of which the
	// comparison fails for sure.
	Decisions []Decision
	// Tails are the flags of calls whose result is returned as it is.
	Tails []*Flag

	id      int              // dense, in the order in which flags were asked for
	value   goconstant.Value // nil for nil
	always  verdict          // whatever the function is called with
	decided *bool            // there is a decision, here or in a flag that it depends on; nil: not known yet
}

type flagKey struct {
	Func   *cfg.Func
	Result int
	Op     term.Rel
	Value  string // of a constant; nilValue
}

// nilValue is the Value of nil.
const nilValue = "nil"

// A Decision is an outcome of a condition behind which the comparison of a flag fails.
type Decision struct {
	Cond    *cfg.Cond
	Outcome bool
	Level   int   // the fewest decisions still ahead of a run that has the other outcome
	Flag    *Flag // that keeps a run from this outcome; nil if there is none
}

// Flags finds the flags of a package. It is safe for concurrent use.
type Flags struct {
	mu     sync.Mutex
	info   *types.Info
	funcs  map[*types.Func]*cfg.Func
	known  map[flagKey]*Flag
	behind map[side]*Flag // memo of ask
}

// side is one outcome of a condition.
type side struct {
	cond *cfg.Cond
	is   bool
}

// NewFlags returns the flags of a package, each of which is found when it is asked for.
func NewFlags(p *cfg.Package) *Flags {
	f := &Flags{info: p.Info, funcs: map[*types.Func]*cfg.Func{}, known: map[flagKey]*Flag{}, behind: map[side]*Flag{}}
	for _, fn := range p.Funcs {
		f.funcs[fn.Obj] = fn
	}
	return f
}

// Behind returns the flag that keeps a condition from an outcome. It is nil if the condition
// depends on none, or if nothing in the function that is called decides it.
func (f *Flags) Behind(c *cfg.Cond, outcome bool) *Flag {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r := f.ask(side{c, outcome}); r != nil && r.isDecided() {
		return r
	}
	return nil
}

func (r *Flag) isDecided() bool {
	if r.decided == nil {
		is := slices.ContainsFunc(dependences([]*Flag{r}, math.MaxInt), func(of *Flag) bool { return len(of.Decisions) > 0 })
		r.decided = &is
	}
	return *r.decided
}

// Of lists the flags that keep runs from a target, in the order of its nodes.
func (f *Flags) Of(t *Target) (list []*Flag) {
	for _, s := range t.away() {
		if r := f.Behind(s.cond, s.is); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// away lists the outcomes that lead away from a target.
func (t *Target) away() (list []side) {
	for i := range t.Nodes {
		for k, is := range [2]bool{false, true} {
			if t.Nodes[i].Diverges[k] {
				list = append(list, side{t.Nodes[i].Cond, is})
			}
		}
	}
	return list
}

// dependences lists flags and all that they depend on, each once, the nearest first, and
// at most so many.
func dependences(of []*Flag, most int) (list []*Flag) {
	seen := map[*Flag]bool{}
	add := func(r *Flag) {
		if r != nil && !seen[r] && len(list) < most {
			seen[r] = true
			list = append(list, r)
		}
	}
	for _, r := range of {
		add(r)
	}
	for i := 0; i < len(list); i++ {
		for _, d := range list[i].Decisions {
			add(d.Flag)
		}
		for _, t := range list[i].Tails {
			add(t)
		}
	}
	return list
}

// ask finds the flag that keeps a condition from an outcome.
func (f *Flags) ask(s side) *Flag {
	if r, ok := f.behind[s]; ok {
		return r
	}
	f.behind[s] = nil // on the way round a recursive function
	if k, value, ok := f.compared(s.cond, !s.is); ok {
		f.behind[s] = f.flag(k, value)
	}
	return f.behind[s]
}

// flag returns the one flag of a key.
func (f *Flags) flag(k flagKey, value goconstant.Value) *Flag {
	if r := f.known[k]; r != nil {
		return r
	}
	r := &Flag{flagKey: k, id: len(f.known), value: value}
	f.known[k] = r
	f.decide(r)
	return r
}

// String is the comparison, as in "parse: result 1 == nil".
func (r *Flag) String() string {
	if r.Func.Obj.Signature().Results().Len() == 1 {
		return fmt.Sprintf("%s: result %v %s", r.Func.Name, r.Op, r.Value)
	}
	return fmt.Sprintf("%s: result %d %v %s", r.Func.Name, r.Result, r.Op, r.Value)
}

// FlagText writes flags and what they depend on, each once, with their decisions. where
// names the place of a condition.
func FlagText(w io.Writer, fset *token.FileSet, where func(*cfg.Cond) string, of ...*Flag) error {
	for _, r := range dependences(of, math.MaxInt) {
		if _, err := fmt.Fprintf(w, "%s\n", r); err != nil {
			return err
		}
		for _, d := range r.Decisions {
			behind := ""
			if d.Flag != nil {
				behind = ", asks " + d.Flag.String()
			}
			if _, err := fmt.Fprintf(w, "  level %d: %s %s is %v%s\n", d.Level, where(d.Cond), d.Cond.Text(fset), d.Outcome, behind); err != nil {
				return err
			}
		}
		for _, t := range r.Tails {
			if _, err := fmt.Fprintf(w, "  as %s\n", t); err != nil {
				return err
			}
		}
	}
	return nil
}
