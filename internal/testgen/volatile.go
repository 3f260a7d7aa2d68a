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
	"nearmiss/internal/moment"
	"nearmiss/internal/value"
)

// Tests have to pass next year and on another machine. The checks run here and now and do not
// find every test that would fail then. A function that reads the clock therefore gets no
// input that is a moment close to now or a duration of less than a second, and no result that
// is a moment close to now is asserted. Nor are texts that name this machine or this build.

// environment is the time and the machine on which tests are written.
type environment struct {
	now          int64 // seconds since 1970
	clockReader  func() *effects.ClockReader
	usesPlatform func() bool    // whether the package uses constants of package runtime
	traces       []machineTrace // texts that identify this machine
}

// machineTrace is a text that identifies the machine or the build, and its description.
type machineTrace struct{ text, description string }

func newEnvironment(pkg *load.Package, now int64) *environment {
	return &environment{
		now:          cmp.Or(now, time.Now().Unix()),
		clockReader:  sync.OnceValue(func() *effects.ClockReader { return effects.NewClockReader(pkg) }),
		usesPlatform: sync.OnceValue(func() bool { return readsPlatform(pkg) }),
		traces: []machineTrace{
			{runtime.GOOS + "/" + runtime.GOARCH, "the system"},
			{os.TempDir() + string(os.PathSeparator), "the directory for temporary files"},
			{pkg.Dir, "the package's directory"},
		},
	}
}

// readsPlatform reports whether a package uses a constant of package runtime, such as GOOS.
func readsPlatform(pkg *load.Package) bool {
	for _, obj := range pkg.Info.Uses {
		if c, ok := obj.(*types.Const); ok && c.Pkg() != nil && c.Pkg().Path() == "runtime" {
			return true
		}
	}
	return false
}

// readsClock reports whether the construction of these inputs, or the call with them, reads the
// clock.
func (p *plan) readsClock(values []*value.Value) bool {
	r := p.env.clockReader()
	if r.Reads(p.fn.Obj) {
		return true
	}
	found := false
	for _, v := range values {
		p.collect(v, func(fn *types.Func) { found = found || r.Reads(fn) })
	}
	return found
}

// checkTimeDependence returns an error if the inputs are time-dependent: if they have another
// meaning at another time, and the clock is read.
func (p *plan) checkTimeDependence(values []*value.Value) error {
	for i, v := range values {
		why := ""
		v.AnyPart(func(v *value.Value) bool {
			if why = p.env.whyTimeDependent(v); why == "" && p.env.hasRecentDate(v) {
				why = "a date close to now"
			}
			return why != ""
		})
		if why != "" && p.readsClock(values) {
			return fmt.Errorf("%s holds %s, and the clock is looked at: the test would fail at another time", p.inputs[i].field, why)
		}
	}
	return nil
}

// whyTimeDependent returns the reason why a number is time-dependent, or "".
func (e *environment) whyTimeDependent(v *value.Value) string {
	if v.Type.Kind != input.Int && v.Type.Kind != input.Uint && v.Type.Kind != input.Float {
		return ""
	}
	return moment.Why(v.Type, v.Word, e.now)
}

var day = regexp.MustCompile(`\b20\d\d-\d\d-\d\d`)

// hasRecentDate reports whether a text holds a date close to now.
func (e *environment) hasRecentDate(v *value.Value) bool {
	return slices.ContainsFunc(day.FindAllString(v.Text, -1), func(text string) bool {
		at, err := time.Parse(time.DateOnly, text)
		return err == nil && moment.Near(at.Unix(), e.now)
	})
}

// suppressVolatile suppresses the assertions of o on values that depend on the time or the
// machine.
func (p *plan) suppressVolatile(o *observation) {
	for i, v := range o.values {
		if v == nil || v.IsNil && v.Type.Kind == input.Error {
			continue
		}
		m := Suppression{Part: o.part, Index: o.index, Path: o.path, Why: p.whyVolatile(i, v)}
		if v.Type.Kind == input.Error {
			m.Part = ErrorText
		}
		if m.Why != "" && !p.cases[i].isSuppressed(m.Part, m.Index, m.Path) {
			p.suppress(i, m)
		}
	}
}

// suppress removes an assertion from a case and records it.
func (p *plan) suppress(i int, m Suppression) {
	p.cases[i].Suppressed = append(p.cases[i].Suppressed, m)
	p.suppressed = append(p.suppressed, suppressedAssertion{i, m})
}

// suppressedAssertion is an assertion that a case lost before the checks.
type suppressedAssertion struct {
	caseIndex   int
	suppression Suppression
}

// reportSuppressed reports the suppressed assertions. It runs when the cases have names.
func (p *plan) reportSuppressed() {
	for _, f := range p.suppressed {
		p.dropped = append(p.dropped, Dropped{Func: p.fn.Sig.Name, Case: p.cases[f.caseIndex].Name, Reason: fmt.Sprintf("%s not asserted: %s", f.suppression.Part, f.suppression.Why), Weaker: true})
	}
}

// whyVolatile returns the reason why a value of case i differs elsewhere or at another time, or
// "".
func (p *plan) whyVolatile(i int, v *value.Value) (why string) {
	v.AnyPart(func(v *value.Value) bool {
		if v.Text != "" && v.Type.Kind != input.Sealed { // the text of an opaque struct is a separate observation
			why = p.whyEnvironmental(i, v.Text, v.Type.Kind == input.Error)
		}
		return why != ""
	})
	moment := func(v *value.Value) bool {
		return p.env.whyTimeDependent(v) != "" && !v.Type.IsBriefDuration(v.Word) || p.env.hasRecentDate(v)
	}
	if why == "" && v.AnyPart(moment) && p.readsClock(p.inputsOf(i)) {
		why = "it is the time at which the test was written"
	}
	return why
}

// inputsOf returns the inputs of case i.
func (p *plan) inputsOf(i int) []*value.Value {
	list := make([]*value.Value, len(p.inputs))
	for k, in := range p.inputs {
		list[k] = in.values[i]
	}
	return list
}

// release matches a version of Go with a minor release, which few texts mention on purpose.
var release = regexp.MustCompile(`\bgo1\.\d+(?:\.\d+|rc\d+)\b`)

// systemWord matches the name of the system or the processor.
var systemWord = regexp.MustCompile(`\b(?:` + runtime.GOOS + `|` + runtime.GOARCH + `)\b`)

// noBreakSpace is the no-break space that package protobuf puts into its messages in some builds
// only, so that no test relies on the messages.
const noBreakSpace = "\u00a0"

// whyEnvironmental returns the reason why a text of case i differs on another machine or in
// another build, or "". Traces that occur in the inputs do not count. failure says that the text
// is that of an error or a panic.
func (p *plan) whyEnvironmental(i int, text string, failure bool) string {
	var traces []machineTrace
	for _, t := range p.env.traces {
		if strings.Contains(text, t.text) {
			traces = append(traces, t)
		}
	}
	for _, m := range address.FindAllString(text, -1) {
		traces = append(traces, machineTrace{m, "an address"})
	}
	for _, m := range release.FindAllString(text, -1) {
		traces = append(traces, machineTrace{m, "the version of Go"})
	}
	if failure && strings.Contains(text, noBreakSpace) {
		traces = append(traces, machineTrace{noBreakSpace, "the build, by a space that is not one everywhere"})
	}
	if m := systemWord.FindString(text); m != "" && p.env.usesPlatform() {
		traces = append(traces, machineTrace{m, "the system"})
	}
	for _, t := range traces {
		if !slices.ContainsFunc(p.inputsOf(i), func(v *value.Value) bool {
			return v.AnyPart(func(v *value.Value) bool { return strings.Contains(v.Text, t.text) })
		}) {
			return "it names " + t.description
		}
	}
	return ""
}

// suppressPanicTexts suppresses the texts of panics that depend on the machine or the build.
func (p *plan) suppressPanicTexts() {
	for i := range p.cases {
		c := &p.cases[i]
		if why := p.whyEnvironmental(i, c.Outcome.Text, true); c.Outcome.Panic != Returned && why != "" && !c.isSuppressed(Text, 0, "") {
			p.suppress(i, Suppression{Part: Text, Why: why})
		}
	}
}
