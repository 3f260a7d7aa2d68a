package faults

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"nearmiss/internal/report"
)

// A Small is a small package with one fault, which we wrote. Below it, in mended, is its twin without the fault.
type Small struct {
	Name string
	Kind string
	Func string // exported function, or Type.Method, that has the fault, itself or in an unexported function of the same name
}

// ReadSmall returns the small faults of a file.
func ReadSmall(file string) ([]Small, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list struct{ Subject []Small }
	if err := toml.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list.Subject, nil
}

// Reports of a function that may not return, and of a broken law.
const (
	endless   = "endless"
	brokenLaw = "broken law"
)

const (
	index  = "index out of range"
	bounds = "slice bounds out of range"
	repeat = "panic in strings.Repeat"
)

// smallKinds has the kinds of panics as which a kind of small fault is reported; none where nothing reports it.
var smallKinds = map[string][]string{
	"index": {index}, "runes": {index}, "negation": {index}, "quotient": {index}, "law string": {index, brokenLaw},
	"bounds": {bounds}, "narrowing": {index, bounds}, "overflow": {index, bounds, "division by zero", "make with an impossible size"},
	"division": {"division by zero"}, "make": {"make with an impossible size"}, "shift": {"shift by a negative count"}, "repeat": {repeat},
	"nilmap": {"write to nil map"}, "nilfunc": {"call of nil function"}, "nilinterface": {"nil dereference"}, "assertion": {"failed type assertion"},
	"hash": {"key without a hash"}, "compare": {"comparison of incomparable values"}, "channel": {"closed or nil channel"},
	"endless": {endless}, "recursion": {endless}, "deadlock": {endless},
	"memory": nil, "quadratic": nil,
	"law bounds": {brokenLaw}, "law clone": {brokenLaw}, "law compare": {brokenLaw}, "law conservation": {brokenLaw}, "law encode": {brokenLaw}, "law equal": {brokenLaw}, "law idempotent": {brokenLaw}, "law json": {brokenLaw},
	"law less": {brokenLaw}, "law marshal": {brokenLaw}, "law pack": {brokenLaw}, "law parse": {brokenLaw}, "law reset": {brokenLaw}, "law scan": {brokenLaw}, "law text": {brokenLaw}, "law twoways": {brokenLaw},
}

// Ends reports whether calls that have the fault come to an end, as those of an endless loop or of a deadlock do not.
func (s *Small) Ends() bool { return !slices.Contains(smallKinds[s.Kind], endless) }

// Panics reports whether calls that have the fault panic.
func (s *Small) Panics() bool {
	return s.Ends() && slices.ContainsFunc(smallKinds[s.Kind], func(kind string) bool { return kind != brokenLaw })
}

// A Suspect is a report of a function that panics, in a way, or may not return, or of functions that break a law.
type Suspect struct {
	Func string // names, with spaces between them
	Kind string
}

// Suspects returns what a report of cover says of calls that other packages can make, with plain inputs, where nothing
// says that a panic is on purpose: first the panics, then the broken laws, and the functions that may not return.
func Suspects(r *report.Report) (list []Suspect) {
	for _, p := range r.Ranked() {
		if !p.Internal && !p.Explicit && !p.Documented && p.Setup == "" {
			list = append(list, Suspect{p.Func, p.Kind})
		}
	}
	for _, p := range r.Packages {
		if p.Laws != nil {
			for _, l := range p.Laws.Broken {
				list = append(list, Suspect{strings.Join(l.About, " "), brokenLaw})
			}
		}
		for _, f := range p.Functions {
			if f.Endless != nil {
				list = append(list, Suspect{f.Name, endless})
			}
		}
	}
	return list
}

// Is reports whether a suspect is the fault.
func (s *Small) Is(suspect Suspect) bool {
	names := strings.Fields(strings.NewReplacer("(*", "", "(", "", ")", "").Replace(suspect.Func))
	return slices.Contains(smallKinds[s.Kind], suspect.Kind) && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, s.Func) })
}
