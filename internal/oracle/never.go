package oracle

import (
	"cmp"
	"go/types"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/load"
	"nearmiss/internal/moment"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// Tests have to pass next year, on another machine, with another build of the package. Runs here
// and now do not find every check that would fail then. This file lists the rules of what is
// never compared; a text or number that the inputs hold may be compared all the same.

// textRules lists the texts that differ elsewhere, with what they name.
var textRules = []struct {
	pattern *regexp.Regexp
	names   string
}{
	{regexp.MustCompile(`\b0xc[0-9a-f]{9}\b`), "an address"},
	{regexp.MustCompile(`\bgo1\.\d+(?:\.\d+|rc\d+)?\b`), "the version of Go"},
	{regexp.MustCompile(`\bfunc\d+(?:\.\d+)*\b`), "a function literal"},
	{regexp.MustCompile(`\b\w+\.(?:go|s):\d+\b`), "a line of source code"},
	{regexp.MustCompile(`\bgoroutine \d+\b`), "a goroutine"},
	{regexp.MustCompile(`\bzz(?:nm|nearmiss)`), "code that only the search has"},
}

// failureRules lists the texts of errors and panics that differ elsewhere.
var failureRules = []struct {
	pattern *regexp.Regexp
	names   string
}{
	// Package protobuf puts the no-break space into its messages in some builds only.
	{regexp.MustCompile("\u00a0"), "the build, by a space that is not one everywhere"},
	{regexp.MustCompile(`with capacity \d+`), "a capacity"},
}

// systemWord matches the name of the system or the processor.
var systemWord = regexp.MustCompile(`\b(?:` + runtime.GOOS + `|` + runtime.GOARCH + `)\b`)

// Environment is the time and the machine on which tests are written.
type Environment struct {
	Now          int64         // seconds since 1970
	Traces       []MachineName // texts that name this machine
	clockReader  func() *effects.ClockReader
	usesPlatform func() bool // whether the package asks package runtime for the system or the build
	pools        func() *effects.Pooled
}

// MachineName is a text that names the machine, and its description.
type MachineName struct{ Text, Description string }

// NewEnvironment returns the environment in which tests of a package are written. now is in
// seconds since 1970; 0 means the present.
func NewEnvironment(pkg *load.Package, now int64) *Environment {
	return &Environment{
		Now:          cmp.Or(now, time.Now().Unix()),
		clockReader:  sync.OnceValue(func() *effects.ClockReader { return effects.NewClockReader(pkg) }),
		usesPlatform: sync.OnceValue(func() bool { return readsPlatform(pkg) }),
		pools:        sync.OnceValue(func() *effects.Pooled { return effects.NewPooled(pkg) }),
		Traces: []MachineName{
			{runtime.GOOS + "/" + runtime.GOARCH, "the system"},
			{os.TempDir() + string(os.PathSeparator), "the directory for temporary files"},
			{pkg.Dir, "the package's directory"},
		},
	}
}

// pooled reports whether the value of a field may be what an earlier user of a sync.Pool has left, and whether an
// earlier user may have left a list empty and not nil.
func (e *Environment) pooled(goType types.Type, field string, v *value.Value) (left, emptied bool) {
	u, ok := syntax.Underlying(goType).(*types.Struct)
	if !ok || e.pools == nil {
		return false, false
	}
	f := syntax.Field(u, field)
	return e.pools().Fields[f], e.pools().Reused[f] && len(v.Kids) == 0 && v.Readable() == ""
}

// FromPool reports whether a function returns a value of a sync.Pool as its last user left it.
func (e *Environment) FromPool(fn *types.Func) bool { return e.pools().Getters[fn] }

// readsPlatform reports whether a package uses a constant of package runtime, such as GOOS.
func readsPlatform(pkg *load.Package) bool {
	for _, obj := range pkg.Info.Uses {
		if c, ok := obj.(*types.Const); ok && c.Pkg() != nil && c.Pkg().Path() == "runtime" {
			return true
		}
	}
	return false
}

// ReadsClock reports whether a function reads the clock.
func (e *Environment) ReadsClock(fn *types.Func) bool { return e.clockReader().Reads(fn) }

// TimeDependent returns the reason why a number or text has another meaning at another time, or "".
func (e *Environment) TimeDependent(v *value.Value) string {
	switch v.Type.Kind {
	case input.Int, input.Uint, input.Float:
		return moment.Why(v.Type, v.Word, e.Now)
	}
	recent := func(text string) bool {
		at, err := time.Parse(time.DateOnly, text)
		return err == nil && moment.Near(at.Unix(), e.Now)
	}
	if slices.ContainsFunc(day.FindAllString(v.Readable(), -1), recent) {
		return "a date close to now"
	}
	return ""
}

var day = regexp.MustCompile(`\b20\d\d-\d\d-\d\d`)

// Volatile returns the reason why a value, apart from its parts, differs elsewhere or at another
// time, or "". in holds the inputs of the case, and clock says whether the call or the making of
// the inputs reads the clock.
func (e *Environment) Volatile(v *value.Value, in []*value.Value, clock func() bool) string {
	if v.IsForeign() {
		return "the operating system or another module made the error"
	}
	if text := v.Readable(); text != "" {
		if why := e.TextNames(text, in, v.Type.Kind == input.Error); why != "" {
			return why
		}
	}
	if e.TimeDependent(v) != "" && !v.Type.IsBriefDuration(v.Word) && clock() {
		return "it is the time at which the test was written"
	}
	return ""
}

var number = regexp.MustCompile(`\d+`)

// hasOwnNumber reports whether a text in v has a number that no input has.
func hasOwnNumber(v *value.Value, in []*value.Value) bool {
	return v.AnyPart(func(v *value.Value) bool {
		return slices.ContainsFunc(number.FindAllString(v.Readable(), -1), func(digits string) bool { return !isGiven(digits, in) })
	})
}

// isGiven reports whether the digits of a number are in an input.
func isGiven(digits string, in []*value.Value) bool {
	return slices.ContainsFunc(in, func(v *value.Value) bool {
		return v.AnyPart(func(v *value.Value) bool {
			if v.Type.Kind == input.Int || v.Type.Kind == input.Uint {
				return digits == strconv.FormatUint(v.Word, 10) || digits == strings.TrimPrefix(strconv.FormatInt(int64(v.Word), 10), "-")
			}
			return strings.Contains(v.Readable(), digits)
		})
	})
}

// decideNumbers returns the subject with the silences of Numbers only in the cases whose records have such a number.
func (s *Subject) decideNumbers() *Subject {
	decided := *s
	decided.Silent = slices.DeleteFunc(slices.Clone(s.Silent), func(x Silenced) bool { return x.Numbers })
	decided.Silenced = make([][]Silenced, len(s.Ends))
	for i := range decided.Silenced {
		own := func(v *value.Value) bool { return v != nil && hasOwnNumber(v, s.Inputs[i]) }
		for _, x := range slices.Concat(s.Silenced[i], s.Silent) {
			at := slices.IndexFunc(s.Records, func(o *Observed) bool { return o.Part == x.Part && o.Index == x.Index })
			if x.Numbers && at >= 0 && (own(s.Records[at].Values[i]) || slices.ContainsFunc(s.Records[at].Others[i], own)) {
				decided.Silenced[i] = append(decided.Silenced[i], x)
			}
		}
		for _, x := range s.Silenced[i] {
			if !x.Numbers {
				decided.Silenced[i] = append(decided.Silenced[i], x)
			}
		}
	}
	return &decided
}

// TextNames returns the reason why a text differs on another machine or in another build, or "".
// failure says that the text is that of an error or a panic.
func (e *Environment) TextNames(text string, in []*value.Value, failure bool) string {
	given := func(part string) bool {
		return slices.ContainsFunc(in, func(v *value.Value) bool {
			return v.AnyPart(func(v *value.Value) bool { return strings.Contains(v.Readable(), part) })
		})
	}
	for _, t := range e.Traces {
		if strings.Contains(text, t.Text) && !given(t.Text) {
			return "it names " + t.Description
		}
	}
	rules := textRules
	if failure {
		rules = slices.Concat(rules, failureRules)
	}
	for _, r := range rules {
		for _, m := range r.pattern.FindAllString(text, -1) {
			if !given(m) {
				return "it names " + r.names
			}
		}
	}
	if m := systemWord.FindString(text); m != "" && e.usesPlatform() && !given(m) {
		return "it names the system"
	}
	return ""
}
