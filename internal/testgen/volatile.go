package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/load"
)

// What is written has to hold next year and on another machine, and not all that
// would fail there fails in the checks, which run here and now. An input that is a
// moment close to now, or a life of less than a second, is not written where the clock
// is looked at, and no result that is such a moment is asserted. Texts that name this
// machine or this build are not asserted either.

// environment is when and where tests are written.
type environment struct {
	now      int64 // seconds since 1970
	reader   func() *effects.ClockReader
	platform func() bool // whether the package asks for what it runs on
	machine  []trace     // texts that say where they come from
}

// trace is what a text says of the machine or the build, and what it is called.
type trace struct{ text, what string }

func newEnvironment(pkg *load.Package, now int64) *environment {
	return &environment{
		now:      cmp.Or(now, time.Now().Unix()),
		reader:   sync.OnceValue(func() *effects.ClockReader { return effects.NewClockReader(pkg) }),
		platform: sync.OnceValue(func() bool { return asksPlatform(pkg) }),
		machine: []trace{
			{runtime.GOOS + "/" + runtime.GOARCH, "the system"},
			{os.TempDir() + string(os.PathSeparator), "the directory for temporary files"},
			{pkg.Dir, "the package's directory"},
		},
	}
}

// asksPlatform reports whether a package speaks of the constants that say what it runs on.
func asksPlatform(pkg *load.Package) bool {
	for _, obj := range pkg.Info.Uses {
		if c, ok := obj.(*types.Const); ok && c.Pkg() != nil && c.Pkg().Path() == "runtime" {
			return true
		}
	}
	return false
}

// looks reports whether a call with these inputs looks at the clock, or making them does.
func (p *plan) looks(values []*value) bool {
	r := p.env.reader()
	if r.Reads(p.fn.Obj) {
		return true
	}
	found := false
	for _, v := range values {
		p.collect(v, func(fn *types.Func) { found = found || r.Reads(fn) })
	}
	return found
}

// passing is why inputs mean something else at another time, nil if they do not.
func (p *plan) passing(values []*value) error {
	for i, v := range values {
		why := ""
		v.any(func(v *value) bool {
			if why = p.env.passes(v); why == "" && p.env.dated(v) {
				why = "a date close to now"
			}
			return why != ""
		})
		if why != "" && p.looks(values) {
			return fmt.Errorf("%s holds %s, and the clock is looked at: the test would fail at another time", p.inputs[i].field, why)
		}
	}
	return nil
}

// passes says why a number means something else at another time.
func (e *environment) passes(v *value) string {
	if v.typ.Kind != input.Int && v.typ.Kind != input.Uint && v.typ.Kind != input.Float {
		return ""
	}
	return input.Passing(v.typ, v.word, e.now)
}

var day = regexp.MustCompile(`\b20\d\d-\d\d-\d\d`)

// dated reports whether a text holds a date that is as close to now as a moment may not
// be.
func (e *environment) dated(v *value) bool {
	return slices.ContainsFunc(day.FindAllString(v.text, -1), func(text string) bool {
		at, err := time.Parse(time.DateOnly, text)
		return err == nil && input.Moment(at.Unix(), e.now)
	})
}

// muteVolatile mutes what is not to be asserted of o because it says when or where it was seen.
func (p *plan) muteVolatile(o *observation) {
	for i, v := range o.values {
		if v == nil || v.null && v.typ.Kind == input.Error {
			continue
		}
		m := Mute{What: o.what, Index: o.index, Path: o.path, Why: p.volatile(i, v)}
		if v.typ.Kind == input.Error {
			m.What = ErrorText
		}
		if m.Why != "" && !p.cases[i].muted(m.What, m.Index, m.Path) {
			p.mute(i, m)
		}
	}
}

// mute has a case lose an assertion, and notes it.
func (p *plan) mute(i int, m Mute) {
	p.cases[i].Mutes = append(p.cases[i].Mutes, m)
	p.muted = append(p.muted, muted{i, m})
}

// muted is an assertion that a case has lost before the checks.
type muted struct {
	c    int
	mute Mute
}

// reportMutes reports what was muted, when cases have names.
func (p *plan) reportMutes() {
	for _, f := range p.muted {
		p.dropped = append(p.dropped, Dropped{Func: p.fn.Sig.Name, Case: p.cases[f.c].Name, Reason: fmt.Sprintf("%s not asserted: %s", f.mute.What, f.mute.Why), Weaker: true})
	}
}

// volatile says why a value of case i is another one elsewhere or at another time.
func (p *plan) volatile(i int, v *value) (why string) {
	v.any(func(v *value) bool {
		if v.text != "" && v.typ.Kind != input.Sealed { // which is asserted as a text, or not
			why = p.environmental(i, v.text, v.typ.Kind == input.Error)
		}
		return why != ""
	})
	moment := func(v *value) bool {
		return p.env.passes(v) != "" && !input.Brief(v.typ, v.word) || p.env.dated(v)
	}
	if why == "" && v.any(moment) && p.looks(p.inputsOf(i)) {
		why = "it is the time at which the test was written"
	}
	return why
}

// inputsOf are the inputs of case i.
func (p *plan) inputsOf(i int) []*value {
	list := make([]*value, len(p.inputs))
	for k, in := range p.inputs {
		list[k] = in.values[i]
	}
	return list
}

// release is a version of Go that not many texts speak of on purpose.
var release = regexp.MustCompile(`\bgo1\.\d+(?:\.\d+|rc\d+)\b`)

// systemWord matches the name of the system or the processor.
var systemWord = regexp.MustCompile(`\b(?:` + runtime.GOOS + `|` + runtime.GOARCH + `)\b`)

// unbroken is the space that package protobuf, in some builds and not in others, puts into
// its messages so that no test relies on them.
const unbroken = "\u00a0"

// environmental says why a text of case i is another one on another machine or in another build.
// What the inputs hold is not said by these.
func (p *plan) environmental(i int, text string, failure bool) string {
	var said []trace
	for _, t := range p.env.machine {
		if strings.Contains(text, t.text) {
			said = append(said, t)
		}
	}
	for _, m := range address.FindAllString(text, -1) {
		said = append(said, trace{m, "an address"})
	}
	for _, m := range release.FindAllString(text, -1) {
		said = append(said, trace{m, "the version of Go"})
	}
	if failure && strings.Contains(text, unbroken) {
		said = append(said, trace{unbroken, "the build, by a space that is not one everywhere"})
	}
	if m := systemWord.FindString(text); m != "" && p.env.platform() {
		said = append(said, trace{m, "the system"})
	}
	for _, t := range said {
		if !slices.ContainsFunc(p.inputsOf(i), func(v *value) bool { return v.any(func(v *value) bool { return strings.Contains(v.text, t.text) }) }) {
			return "it names " + t.what
		}
	}
	return ""
}

// mutePanics mutes the texts of panics that say where they were seen.
func (p *plan) mutePanics() {
	for i := range p.cases {
		c := &p.cases[i]
		if why := p.environmental(i, c.Outcome.Text, true); c.Outcome.Panic != Returned && why != "" && !c.muted(Text, 0, "") {
			p.mute(i, Mute{What: Text, Why: why})
		}
	}
}
