package testgen

import (
	"fmt"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// blameText drops the cases whose rows, and the functions whose text, do not
// compile or do not pass vet.
func (v *verifier) blameText(s *Suite, bad []diagnostic) error {
	blamed := map[string]bool{}
	for _, d := range bad {
		if d.file == v.names[BridgeFile] {
			if v.blameBridge(s, d) {
				continue
			}
		}
		if d.file == v.names[TestFile] && v.blameRow(s, d) {
			continue
		}
		i := slices.IndexFunc(s.spans, func(sp span) bool { return sp.from <= d.line && d.line <= sp.to })
		if i < 0 || d.file != v.names[TestFile] {
			return &RunError{Package: s.Pkg.ImportPath, Msg: fmt.Sprintf("%s:%d: %s", d.file, d.line, d.msg)}
		}
		test := s.spans[i].test
		if blamed[test] {
			continue
		}
		blamed[test] = true
		v.dropTest(s, slices.Index(s.Tests, test), "its test does not pass go vet: "+d.msg)
	}
	return nil
}

// twice is what the compiler says of a name that is declared more than once.
var twice = regexp.MustCompile(`: (\S+) (?:redeclared in this block|already declared through )`)

// takes has the suite emitted with other names for what the compiler finds
// declared a second time, and reports whether there is such a name of ours. The
// scope cannot know them all: not what a test file imports with a dot.
func (v *verifier) takes(s *Suite, text string) bool {
	before := len(s.prepared.taken)
	for _, m := range twice.FindAllStringSubmatch(text, -1) {
		if s.declares(m[1]) {
			s.prepared.taken[m[1]] = true
		}
	}
	more := len(s.prepared.taken) > before
	v.changed = v.changed || more
	return more
}

// blameRow drops the case in whose row a message is, or, if it is about what
// an alternative declares, has that left out with the cases that need it.
func (v *verifier) blameRow(s *Suite, d diagnostic) bool {
	if at, ok := s.rows[d.line]; ok {
		if !v.skips(s.subtest(at.fn, at.c)) {
			v.dropCase(s, at.fn, at.c, "its test does not pass go vet: "+d.msg)
		}
		return true
	}
	key, ok := s.decls[d.line]
	if ok {
		s.prepared.unsound[key] = d.msg
		v.changed = true
	}
	return ok
}

// blameBridge has one export left out; the tests that need it go with it. A
// declaration may be complained about more than once.
func (v *verifier) blameBridge(s *Suite, d diagnostic) bool {
	key := s.exports[d.line]
	if !s.prepared.refuse(s, d) && s.prepared.broken[key] == "" {
		return false
	}
	v.changed = true
	return true
}

// blameBuild says why nothing could be built although our text is not to
// blame: the package's own tests, or something else.
func (v *verifier) blameBuild(s *Suite, text string) error {
	if all := diagnostics(text); len(all) > 0 {
		return brokenTests(s.Pkg, all[0])
	}
	return &RunError{Package: s.Pkg.ImportPath, Msg: firstLine(text)}
}

// brokenTests says that a file of the package keeps any test from being built.
func brokenTests(pkg *load.Package, d diagnostic) *BrokenTestsError {
	path := d.path
	if !filepath.IsAbs(path) {
		path = filepath.Join(pkg.Dir, path)
	}
	return &BrokenTestsError{Pos: token.Position{Filename: path, Line: d.line, Column: d.col}, Msg: d.msg}
}

func firstLine(s string) string {
	for _, line := range strings.Split(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "FAIL") {
			return line
		}
	}
	return "go test failed without a message"
}

// raced is the first access in a report of the race detector: what it is, in which
// function, and where.
var raced = regexp.MustCompile(`(?m)^(\S.*) at 0x[0-9a-f]+ by .*:\n\s+(\S+)\(\)\n\s+(\S+:[0-9]+)`)

// said is how a test failed, in one line.
func said(output string) string {
	_, race, ok := strings.Cut(output, "WARNING: DATA RACE\n")
	if !ok {
		return firstLine(output)
	}
	if m := raced.FindStringSubmatch(race); m != nil {
		return fmt.Sprintf("data race: %s in %s at %s", strings.ToLower(m[1]), m[2], filepath.Base(m[3]))
	}
	return "data race"
}

// subtest is the name that package testing gives to a case.
func (s *Suite) subtest(i, j int) string {
	return s.Tests[i] + "/" + rewritten(s.Funcs[i].Cases[j].Name)
}

// skips reports whether a test or subtest is not run, or not now.
func (v *verifier) skips(name string) bool {
	test, _, _ := strings.Cut(name, "/")
	return slices.Contains(v.skip, name) || v.batch != nil && !slices.Contains(v.batch, test)
}

func (v *verifier) skipsAll(s *Suite) bool {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if !v.skips(s.Tests[i]) && !v.skips(s.subtest(i, j)) {
				return false
			}
		}
	}
	return true
}

// blameCases finds the cases that failed, by the names of their subtests. If
// none did and the run still failed, the process died: the case that was
// running is to blame. Whatever is blamed is skipped from then on.
func (v *verifier) blameCases(s *Suite, o *outcome, limit time.Duration) {
	before := v.blamed()
	if o.timedOut {
		v.blameSlowest(s, o, limit)
		return
	}
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if t := o.tests[s.subtest(i, j)]; t != nil && t.open {
				v.dropCase(s, i, j, "the test process ended while it ran: "+ending(o))
			}
		}
	}
	if known := v.blameFailed(s, o); v.blamed() > before || known && o.finished {
		return
	}
	for i := range s.Funcs {
		t := o.tests[s.Tests[i]]
		if t != nil && (t.open || t.fails > 0 && !o.finished) && v.postpone(s, i) {
			continue
		}
		if t != nil && (t.fails > 0 || t.open) && !v.skips(s.Tests[i]) {
			v.dropTest(s, i, "its test fails: "+said(strings.Join(t.output, "")))
		}
	}
	if v.blamed() == before {
		v.dropAny(s, "the test process failed and no case can be blamed: "+ending(o))
	}
}

// blameFailed finds the cases that came to their end and failed. It reports whether
// one of them has lost an assertion in this round.
func (v *verifier) blameFailed(s *Suite, o *outcome) (known bool) {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			name := s.subtest(i, j)
			if t := o.tests[name]; t != nil && !t.open && t.fails > 0 && !v.skips(s.Tests[i]) && !v.skips(name) {
				known = known || v.weak[name] != nil
				v.blameCase(s, i, j, t, o)
			}
		}
	}
	return known
}

// blamed counts what was found to change.
func (v *verifier) blamed() int { return len(v.skip) + len(v.report.Dropped) + v.misread }

// postpone has the inputs of a test made in its subtests, so that the case
// can be told that ends the process while they are. It is false if they are.
func (v *verifier) postpone(s *Suite, i int) bool {
	fn := &s.Funcs[i]
	runs := slices.ContainsFunc(fn.Cases, func(c Case) bool { return c.runs(fn) })
	if fn.late || !runs || v.skips(s.Tests[i]) {
		return false
	}
	fn.late, v.changed = true, true
	v.skip = append(v.skip, s.Tests[i])
	return true
}

// blameSlowest drops the case that took most of a run that took too long: one
// that hangs, or one that is too slow to be repeated.
func (v *verifier) blameSlowest(s *Suite, o *outcome, limit time.Duration) {
	i, j, slow := v.slowest(s, o)
	switch {
	case slow == nil:
		v.dropAny(s, "the tests do not end, and no case can be blamed")
	case slow.open && slow.passes == 0 && slow.spent > limit/2:
		v.dropCase(s, i, j, "it does not end within "+limit.Round(time.Second/10).String())
	default:
		v.dropCase(s, i, j, v.slowWhy(limit))
	}
}

func (v *verifier) slowWhy(limit time.Duration) string {
	return fmt.Sprintf("it is too slow: %d runs of all tests take more than %s", v.opts.Count, limit.Round(time.Second/10))
}

// slowest is the case that took most of a run.
func (v *verifier) slowest(s *Suite, o *outcome) (wi, wj int, slow *testRun) {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			name := s.subtest(i, j)
			t := o.tests[name]
			if t != nil && !v.skips(s.Tests[i]) && !v.skips(name) && (slow == nil || t.spent > slow.spent) {
				wi, wj, slow = i, j, t
			}
		}
	}
	return wi, wj, slow
}

// dropSlow drops the slowest cases of a single run until all repetitions of
// the rest should end in time.
func (v *verifier) dropSlow(s *Suite, o *outcome, limit time.Duration) {
	var total time.Duration
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if t := o.tests[s.subtest(i, j)]; t != nil {
				total += t.spent
			}
		}
	}
	runs := v.opts.Count
	if v.hurried(limit) {
		runs = v.opts.least()
	}
	for total > limit/time.Duration(runs) {
		i, j, slow := v.slowest(s, o)
		if slow == nil {
			return
		}
		total -= slow.spent
		v.dropCase(s, i, j, v.slowWhy(limit))
	}
}

// ending is the line that says how a process died.
func ending(o *outcome) string {
	for _, name := range o.order {
		t := o.tests[name]
		for _, line := range append(t.output, t.current...) {
			if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
				return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
			}
		}
	}
	for _, line := range strings.Split(o.messages, "\n") {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "exit status") {
			return line
		}
	}
	return "it exited"
}

// blameCase weakens a case by the assertions that failed, or drops it.
func (v *verifier) blameCase(s *Suite, i, j int, t *testRun, o *outcome) {
	c := &s.Funcs[i].Cases[j]
	text := strings.Join(t.output, "")
	var slots []slot
	first, varies := "", t.passes > 0
	gone := map[slot]bool{} // errors that are there on one run and not on another
	for _, d := range v.failures(t.output) {
		at, ok := s.lines[d.line]
		if !ok || at.test != s.Tests[i] {
			continue
		}
		if first == "" {
			first = d.msg
		}
		gone[at.slot] = gone[at.slot] || at.slot.absent(d.msg)
		if !slices.Contains(slots, at.slot) {
			slots = append(slots, at.slot)
		}
	}
	switch {
	case strings.Contains(text, "WARNING: DATA RACE"):
		v.dropCase(s, i, j, "it has a data race")
	case len(slots) == 0 && varies:
		v.dropCase(s, i, j, "it fails on some runs"+v.there()+": "+ending(o))
	case len(slots) == 0:
		v.dropCase(s, i, j, "it fails"+v.there()+": "+ending(o))
	case v.report.Rounds >= maxRounds-1:
		v.dropCase(s, i, j, "it keeps failing: "+first)
	default:
		known := v.weak[s.subtest(i, j)]
		slots = slices.DeleteFunc(slots, func(sl slot) bool { return known[sl] })
		v.weaken(s, i, j, c, slots, gone)
	}
}

// absent reports whether a message about an error says that there was none,
// or should have been none.
func (sl slot) absent(msg string) bool {
	if !sl.message && !sl.is {
		return false
	}
	return strings.Contains(msg, ` = "", want `) || strings.Contains(msg, ` = <nil>, want `) || strings.HasSuffix(msg, `, want ""`) || strings.HasSuffix(msg, ", want <nil>")
}

// failures reads the lines that t.Errorf and t.Fatalf printed.
func (v *verifier) failures(output []string) []diagnostic {
	var list []diagnostic
	for _, line := range output {
		file, rest, ok := strings.Cut(strings.TrimSpace(line), ".go:")
		if file += ".go"; !ok || file != v.names[TestFile] && file != v.names[PanicFile] {
			continue
		}
		number, msg, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			list = append(list, v.home(diagnostic{file: file, line: n, msg: msg}))
		}
	}
	return list
}

// unstable is why an assertion goes. What was seen in place of what was
// wanted is not said, for the emitted files would be different every time.
const unstable = "it is not the same on every run"

// weaken mutes one step more for each failed assertion: first which error it
// is, then its message, then the result, then whether it is nil. A panic
// loses its text first. What has nothing left to lose is dropped. The case
// stays in this round, for other assertions of it may fail later.
func (v *verifier) weaken(s *Suite, i, j int, c *Case, slots []slot, gone map[slot]bool) {
	var mutes []Mute
	for _, sl := range slots {
		m := Mute{What: sl.mute(c, gone[sl]), Index: sl.index, Path: sl.path, Why: v.unsteady()}
		if c.muted(m.What, m.Index, m.Path) || sl.what == Text && c.Outcome.Panic == Returned {
			v.dropCase(s, i, j, "it sometimes panics and sometimes does not, or keeps failing")
			return
		}
		mutes = append(mutes, m)
	}
	c.Mutes = append(c.Mutes, mutes...)
	name := s.subtest(i, j)
	if v.weak[name] == nil {
		v.weak[name] = map[slot]bool{}
	}
	for k, m := range mutes {
		v.weak[name][slots[k]] = true
		if m.What == ErrorIs { // it only read like that one: nothing is lost, its message is compared
			v.changed, v.misread = true, v.misread+1
			continue
		}
		v.drop(Dropped{Func: s.Funcs[i].Sig.Name, Case: c.Name, Reason: fmt.Sprintf("%s not asserted: %s", m.What, m.Why), Weaker: true})
	}
}

// mute is what a case loses when the assertion of a slot fails.
func (sl slot) mute(c *Case, gone bool) What {
	switch {
	case gone:
	case sl.is && !c.muted(ErrorIs, sl.index, sl.path):
		return ErrorIs
	case sl.message && !c.muted(ErrorText, sl.index, sl.path):
		return ErrorText
	}
	return sl.what
}

func (v *verifier) dropCase(s *Suite, i, j int, why string) {
	c := &s.Funcs[i].Cases[j]
	v.skip = append(v.skip, s.subtest(i, j))
	v.drop(Dropped{Func: s.Funcs[i].Sig.Name, args: s.Funcs[i].typeArgs(), Panics: s.Funcs[i].Panics(), Case: c.Name, Covers: c.branches(), Reason: why})
}

func (v *verifier) dropTest(s *Suite, i int, why string) {
	fn := &s.Funcs[i]
	v.skip = append(v.skip, s.Tests[i])
	v.drop(Dropped{Func: fn.Sig.Name, args: fn.typeArgs(), Panics: fn.Panics(), Covers: allBranches(fn.Cases), Reason: why})
}

// dropAny drops a function that was run, for want of a better one.
func (v *verifier) dropAny(s *Suite, why string) {
	for i := range s.Funcs {
		if !v.skips(s.Tests[i]) {
			v.dropTest(s, i, why)
			return
		}
	}
}

func (v *verifier) drop(d Dropped) {
	v.changed = true
	v.report.Dropped = append(v.report.Dropped, d)
}
