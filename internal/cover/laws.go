package cover

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"nearmiss/input"
	"nearmiss/internal/fuzztarget"
	"nearmiss/internal/laws"
	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/worker"
)

// lawful holds the laws of a package, and the report on them.
type lawful struct {
	laws   []laws.Law
	added  map[string][]byte // files with their functions, by absolute path
	report *report.Laws      // nil if they were not searched
}

const (
	lawEvals  = 10_000          // evaluations for each branch of the function of a law
	lawLeast  = 2 * time.Second // that laws have, if a fourth of the time is so much; they are not searched in half of it
	lawInputs = 200             // random inputs by which a guess is judged
	lawMost   = 200             // bytes of the text of a broken law
)

// findLaws finds the laws about functions that are searched, and laws written by the user. The standard library has none: the imports of
// their functions may import the package.
func (s *session) findLaws(ctx context.Context, u *unit) {
	if !s.opt.Laws || s.opt.Diff != "" || u.pkg.Std || !s.method.archive {
		return
	}
	var written []laws.Own
	u.added = map[string][]byte{}
	for _, t := range s.writtenLaws(ctx, u) {
		if t.Reason != "" {
			u.note(t.Position, t.Name+": it is not tried as a law: "+t.Reason)
			continue
		}
		if s.wanted(t.Name) {
			written = append(written, laws.Own{Name: t.Entry, Signature: t.Signature, Position: t.Position})
			maps.Copy(u.added, t.Files)
		}
	}
	list, file := laws.Find(u.pkg.Types, written...)
	u.added[filepath.Join(u.pkg.Dir, laws.File)] = file
	u.laws = slices.DeleteFunc(list, func(l laws.Law) bool {
		return l.Position == "" && slices.ContainsFunc(l.About, func(name string) bool { f := u.byName(name); return f == nil || f.reason != "" })
	})
}

// writtenLaws finds the laws that the user wrote in the tests of a package.
func (s *session) writtenLaws(ctx context.Context, u *unit) []*fuzztarget.Target {
	files, _ := filepath.Glob(filepath.Join(u.pkg.Dir, "*_test.go"))
	if !slices.ContainsFunc(files, func(name string) bool {
		text, err := load.ReadFile(name)
		return err == nil && bytes.Contains(text, []byte(fuzztarget.LawComment))
	}) {
		return nil
	}
	list, err := fuzztarget.FindLaws(ctx, s.opt.Dir, s.Env, s.Source, u.pkg.ImportPath)
	if err != nil {
		u.note("", fmt.Sprintf("the laws in its tests were not found: %v", err))
	}
	return list
}

// byName returns the function of a name, nil if there is none.
func (u *unit) byName(name string) *function {
	if i := slices.IndexFunc(u.funcs, func(f *function) bool { return f.name == name }); i >= 0 {
		return u.funcs[i]
	}
	return nil
}

// openLaws opens a session that searches the functions of the laws of a package, which join the package.
func (s *session) openLaws(ctx context.Context, u *unit) (*session, error) {
	common := s.opt.Common
	common.Time, common.Progress, common.Domains = 0, nil, nil
	var names []string
	for _, l := range u.laws {
		names = append(names, l.Entry)
	}
	return openSession(ctx, Options{
		Common: common, Patterns: []string{u.pkg.ImportPath}, Func: regexp.MustCompile("^(" + strings.Join(names, "|") + ")$"), Evals: min(s.opt.Evals, lawEvals),
		Algo: "search", Parallel: s.opt.Parallel, Generated: true, Allow: s.opt.Allow, Log: s.opt.Log, added: u.added,
	})
}

// breakLaws searches for inputs that break laws of a package.
func (s *session) breakLaws(ctx context.Context, u *unit, end deadlines) error {
	if len(u.laws) == 0 {
		return nil
	}
	within := end.laws + max(0, time.Until(end.search))/halfDivisor
	if !end.search.IsZero() && within < lawLeast/halfDivisor {
		u.noteLateLaws()
		return nil
	}
	began := time.Now()
	s.meter.phase("looking for broken laws")
	s.timed("searching for what breaks %d laws of %s", len(u.laws), u.pkg.ImportPath)
	searching, done := testcheck.WithDeadline(ctx, end.all)
	defer done()
	sub, err := s.openLaws(searching, u)
	if sub != nil {
		defer sub.close()
	}
	if searching.Err() != nil {
		u.noteLateLaws()
		return nil
	}
	if err != nil {
		return err
	}
	w := sub.units[0]
	of := map[string]laws.Law{}
	for _, l := range u.laws {
		of[l.Entry] = l
	}
	for _, f := range w.funcs {
		f.startWith(input.NewSpace(f.sig, f.limits), u.startsOf(f, of[f.name].Sources, rand.New(rand.NewPCG(s.seed(f, 1<<48, 0), 0))))
	}
	if !end.search.IsZero() {
		searching, done = testcheck.WithDeadline(searching, earlier(time.Now().Add(within), end.all))
		defer done()
	}
	sub.searchUnit(searching, w, deadlines{})
	u.lawful.report = &report.Laws{Tried: len(u.laws), Broken: []report.BrokenLaw{}}
	err = u.broken(s.opt.Abandon, sub, w, of)
	s.timed("tried %d laws of %s with %d inputs, in %s: %d are broken", len(u.laws), u.pkg.ImportPath, sub.evaluations(), report.Elapsed(time.Since(began)), len(u.lawful.report.Broken))
	return err
}

// noteLateLaws notes that laws were not searched for lack of time.
func (u *unit) noteLateLaws() {
	u.notes = append(u.notes, report.Note{Text: "laws that there was no time for; give the call more with -time", Count: len(u.laws)})
}

// startsOf returns inputs of the function of a law, with the words of inputs that were found for the functions that its parameters
// stand for, or for any parameter of the same type: all alike first, then at random.
func (u *unit) startsOf(f *function, sources []laws.Source, rng *rand.Rand) (list []input.Vector) {
	known := make([][]input.Vector, len(sources))
	most := 0
	for i, source := range sources {
		for _, g := range u.goals {
			if g.found == nil || source.Func != "" && g.found.fn.name != source.Func {
				continue
			}
			of := g.found.fn.sig
			for k := range of.Inputs() {
				words := of.Part(g.found.vector, k)
				if source.Func != "" && k != source.Input || of.Input(k).Type.Go != f.sig.Input(i).Type.Go || len(known[i]) == mostGiven {
					continue
				}
				if !slices.ContainsFunc(known[i], func(w input.Vector) bool { return slices.Equal(w, words) }) {
					known[i] = append(known[i], words)
				}
			}
		}
		most = max(most, len(known[i]))
	}
	space := input.NewSpace(f.sig, f.limits)
	for n := range min(2*most, mostGiven) {
		v := space.Zero()
		for i, words := range known {
			if len(words) == 0 {
				continue
			}
			word := words[n%len(words)]
			if n >= most {
				word = words[rng.IntN(len(words))]
			}
			from, to := space.Sig.Span(v, i)
			v = space.Replace(v, from, to, word)
		}
		list = append(list, v)
	}
	return list
}

// broken reports the laws that inputs break, one about the same functions. A guess that most inputs break is none.
func (u *unit) broken(ctx context.Context, sub *session, w *unit, of map[string]laws.Law) error {
	cases, err := w.shrunkPanics(ctx, func(p *panicSite) bool { return p.onPurpose() && p.fn == p.found.fn })
	if err != nil {
		return err
	}
	told := map[string]bool{} // functions about which a broken law was told
	for _, c := range cases {
		law := of[c.fn.name]
		about := strings.Join(law.About, " ")
		if told[about] || c.result == nil {
			continue
		}
		if !law.Contract {
			most, err := w.mostBreak(ctx, sub, c.fn)
			if err != nil {
				return err
			}
			if most {
				u.lawful.report.None++
				continue
			}
		}
		told[about] = true
		position := law.Position
		if of := u.byName(law.About[0]); position == "" && of != nil {
			position = of.position
		}
		text := c.result.Text
		if len(text) > lawMost {
			text = text[:lawMost] + "…"
		}
		u.lawful.report.Broken = append(u.lawful.report.Broken, report.BrokenLaw{
			Law: law.Text, About: law.About, Position: position, Text: text, Code: fmt.Sprintf("%s\n%s", law.Code, c.fn.callText(c.vector, mostPanicCall)),
		})
	}
	return nil
}

// mostBreak reports whether a law is broken by at least half of the inputs that it holds or breaks for: inputs near the starts of its search,
// and random inputs.
func (u *unit) mostBreak(ctx context.Context, s *session, f *function) (bool, error) {
	space := input.NewSpace(f.sig, f.limits)
	space.Seeds = f.seeds
	rng := rand.New(rand.NewPCG(s.seed(f, 1<<49, 0), 0))
	var cases []*testCase
	add := func(v input.Vector) { cases = append(cases, &testCase{fn: f, vector: v}) }
	for _, v := range f.given {
		add(v)
	}
	for i := range lawInputs {
		if i%2 == 0 && len(f.given) > 0 {
			add(space.Near(f.given[rng.IntN(len(f.given))], rng))
		} else {
			add(space.Random(nil, rng))
		}
	}
	if err := u.runIn(ctx, u.pool, cases, false); err != nil {
		return false, err
	}
	held, broken := 0, 0
	for _, c := range cases {
		switch p := u.ran(c); {
		case c.result == nil:
		case c.result.Outcome == worker.Returned && len(c.result.Out) > 0 && c.result.Out[0] != 0:
			held++
		case p != nil && p.fn == f && p.onPurpose():
			broken++
		}
	}
	return broken >= held, nil
}
