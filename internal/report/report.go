package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// Version is the version of the JSON contract. A version may gain fields. No field is removed
// or changes its meaning within one version.
const Version = 1

// The values of Report.Stopped: the reason why a search ended.
const (
	StoppedDone      = "done"      // nothing was left to search
	StoppedBudget    = "budget"    // every open branch used up its evaluations
	StoppedVain      = "vain"      // nothing came nearer, or half of the search found nothing and mutants are goals
	StoppedTime      = "time"      // the time limit ended the search
	StoppedInterrupt = "interrupt" // the user interrupted the search
)

// The values of Uncovered.Why: the reason why a branch stayed open.
const (
	WhyBudget     = "budget"     // the evaluations were used up while the distance still gave a direction
	WhyVain       = "vain"       // nothing came nearer any more
	WhyTime       = "time"       // the time limit or the user ended the search first
	WhyInfeasible = "infeasible" // proved: no input takes it
	WhyFlat       = "flat"       // no gradient: the nearest condition gives no distance to follow
	WhyUnreached  = "unreached"  // no run evaluated a condition that the branch depends on
	WhyIllegal    = "illegal"    // runs took the branch, but only in states that no observed call made
	WhyWithheld   = "withheld"   // runs took the branch, but no test does
)

// The values of Function.Status.
const (
	Searched = "searched"
	Skipped  = "skipped"
)

// Report is the result of one call of cover.
type Report struct {
	Version   int       `json:"version"`
	Command   string    `json:"command"`
	Seed      uint64    `json:"seed"`
	Stopped   string    `json:"stopped"`
	ElapsedMS int64     `json:"elapsed_ms"`
	Packages  []Package `json:"packages"`
	Totals    Totals    `json:"totals"`
	Next      *Next     `json:"next,omitempty"` // nil if nothing was left to search
	Notes     []Note    `json:"notes,omitempty"`
	Unchanged []string  `json:"unchanged,omitempty"` // packages that were not searched again, because they have not changed
}

// Package is one package under test.
type Package struct {
	Path      string     `json:"path"`
	Functions []Function `json:"functions"`
	Files     []string   `json:"files,omitempty"` // test files written
	Notes     []Note     `json:"notes,omitempty"`

	Merge      *Merge      `json:"merge,omitempty"` // nil if there were no tests before
	Boundaries *Boundaries `json:"boundaries,omitempty"`
	Changes    *Changes    `json:"changes,omitempty"`
	Laws       *Laws       `json:"laws,omitempty"` // nil if the package promises none, or they were not searched
}

// Merge counts the cases of the test files that were there before, and those added. A test
// without a table is one case.
type Merge struct {
	Kept     int `json:"kept"`
	Added    int `json:"added"`
	Replaced int `json:"replaced"` // no longer passed, and a new case makes the same call
	Removed  int `json:"removed"`  // no longer passed, or did not compile
	Failing  int `json:"failing"`  // part of Kept: fail or do not compile
}

// String tells the fate of the tests in one line.
func (m *Merge) String() string {
	text := fmt.Sprintf("kept %s of the file, added %d", Numbered(m.Kept, "case", "cases"), m.Added)
	if m.Replaced > 0 {
		text += fmt.Sprintf(", replaced %d", m.Replaced)
	}
	if m.Removed > 0 {
		text += fmt.Sprintf(", removed %d", m.Removed)
	}
	if m.Failing > 0 {
		text += fmt.Sprintf("; %d no longer %s", m.Failing, map[bool]string{true: "passes", false: "pass"}[m.Failing == 1])
	}
	return text
}

// Function is one function under test.
type Function struct {
	Name        string      `json:"name"`
	Position    string      `json:"position"` // file.go:line:col
	Status      string      `json:"status"`
	Reason      string      `json:"reason"` // why it was skipped
	Branches    Branches    `json:"branches"`
	Evaluations int64       `json:"evaluations"`
	Unbuilt     int64       `json:"unbuilt,omitempty"`  // evaluations whose inputs the package's constructors refused
	ElapsedMS   int64       `json:"elapsed_ms"`         // time spent in workers, summed
	Symbolic    *Symbolic   `json:"symbolic,omitempty"` // nil if the function was not executed symbolically
	Tests       []Test      `json:"tests"`
	Uncovered   []Uncovered `json:"uncovered"`
	Panics      []Panic     `json:"panics"`
	Endless     *Endless    `json:"endless,omitempty"` // nil if no call was seen that does not return
	Account     Account     `json:"account"`
	Silent      string      `json:"silent,omitempty"` // why there is nothing that a test of its calls could compare
}

// Branches counts branches. Covered, Infeasible and Illegal are disjoint parts of Total.
type Branches struct {
	Total      int `json:"total"`
	Covered    int `json:"covered"`
	Infeasible int `json:"infeasible"`
	Illegal    int `json:"illegal"` // taken only in states that no observed call made
}

// Symbolic counts the symbolic execution of a function.
type Symbolic struct {
	Runs        int64 `json:"runs"`                   // inputs that the executor followed
	Queries     int64 `json:"queries"`                // queries of a solver
	Covered     int   `json:"covered"`                // branches of any function that were first taken by an input from the solver
	Infeasible  int   `json:"infeasible,omitempty"`   // branches that were proved infeasible
	Unknown     int64 `json:"unknown,omitempty"`      // queries without an answer
	Diverged    int64 `json:"diverged,omitempty"`     // runs that took another path than predicted
	NotModelled int64 `json:"not_modelled,omitempty"` // runs that reached a limit of the executor, or an operation that it does not model
}

// Add adds the counts of t to s.
func (s *Symbolic) Add(t *Symbolic) {
	s.Runs += t.Runs
	s.Queries += t.Queries
	s.Covered += t.Covered
	s.Infeasible += t.Infeasible
	s.Unknown += t.Unknown
	s.Diverged += t.Diverged
	s.NotModelled += t.NotModelled
}

// Test is one case of an emitted test.
type Test struct {
	Name   string   `json:"name"`
	Covers []string `json:"covers"`
}

// Uncovered is a branch that no emitted test takes, and the distance of the nearest run.
type Uncovered struct {
	Branch             string  `json:"branch"`
	Best               float64 `json:"best"` // least fitness observed; 0 if none was, or if a run took the branch and no test does
	ApproachLevel      int     `json:"approach_level"`
	ApproximationLevel int     `json:"approximation_level"`
	TurnedOff          string  `json:"turned_off,omitempty"` // the branch by which the nearest input diverged
	Nearest            string  `json:"nearest,omitempty"`    // the call with the nearest input, as Go
	Why                string  `json:"why"`
	Withheld           string  `json:"withheld,omitempty"` // for illegal and withheld: the reason in the account
	Reason             string  `json:"reason,omitempty"`   // for infeasible: the proof in words; else why the found inputs do not count
}

// Panic is a place in the function at which a run panics: a suspected bug, or the intended
// reaction to the input.
type Panic struct {
	Site       string `json:"site"` // file.go:line:col
	Kind       string `json:"kind"`
	Expr       string `json:"expr"`            // the source at the site
	Call       string `json:"call,omitempty"`  // the call that panics, as Go, unless it is too long to read
	Text       string `json:"text"`            // text of the panic value
	Explicit   bool   `json:"explicit"`        // raised by a call of panic in the code
	Documented bool   `json:"documented"`      // a comment on one of the functions mentions panics
	Internal   bool   `json:"internal"`        // only functions that other packages cannot call were observed to panic
	Setup      string `json:"setup,omitempty"` // the unusual property of the inputs, if only unusual inputs were found
	Test       string `json:"test,omitempty"`  // the case that reproduces the panic
}

// Totals sums over all functions of all packages.
type Totals struct {
	Functions   int   `json:"functions"`
	Searched    int   `json:"searched"`
	Skipped     int   `json:"skipped"`
	Branches    int   `json:"branches"`
	Covered     int   `json:"covered"`
	Infeasible  int   `json:"infeasible"`
	Illegal     int   `json:"illegal"`
	Panics      int   `json:"panics"`
	Silent      int   `json:"silent"` // functions without a test, for there is nothing that it could compare
	Evaluations int64 `json:"evaluations"`

	Account    Account     `json:"account"`
	Symbolic   *Symbolic   `json:"symbolic,omitempty"`
	Boundaries *Boundaries `json:"boundaries,omitempty"`
	Changes    *Changes    `json:"changes,omitempty"`
}

// Boundaries counts the ordered comparisons that cases evaluate. Tested counts the comparisons
// that a case evaluates with equal operands.
type Boundaries struct {
	Comparisons int `json:"comparisons"`
	Tested      int `json:"tested"`
	Cases       int `json:"cases"`          // cases that exist only for a boundary
	Late        int `json:"late,omitempty"` // comparisons that were not searched for lack of time
}

// add adds the counts of c to b.
func (b *Boundaries) add(c *Boundaries) {
	b.Comparisons += c.Comparisons
	b.Tested += c.Tested
	b.Cases += c.Cases
	b.Late += c.Late
}

// Untried is the Reason, with WhyTime, of a branch that was not searched for: a branch that it
// depends on was still open, or other branches came first.
const Untried = "not yet searched for when the search ended"

// Note is a message to the user: a dropped assertion, an input that crashed the worker, a
// condition without a distance. Count is the number of occurrences.
type Note struct {
	Position string `json:"position,omitempty"`
	Text     string `json:"text"`
	Count    int    `json:"count,omitempty"`
	Call     string `json:"call,omitempty"` // the shortest call that caused the note, as Go, if known and short enough

	// About is the subject, such as a function or a case; Text begins with it and a colon. The
	// table merges notes that have the same text about many subjects.
	About string `json:"-"`
}

// Sum fills Totals from Packages.
func (r *Report) Sum() {
	var totals Totals
	for _, pkg := range r.Packages {
		for _, function := range pkg.Functions {
			totals.Functions++
			if function.Status == Searched {
				totals.Searched++
			} else {
				totals.Skipped++
			}
			totals.Branches += function.Branches.Total
			totals.Covered += function.Branches.Covered
			totals.Infeasible += function.Branches.Infeasible
			totals.Illegal += function.Branches.Illegal
			totals.Panics += len(function.Panics)
			if function.Silent != "" {
				totals.Silent++
			}
			totals.Evaluations += function.Evaluations
			totals.Account.add(&function.Account)
			if function.Symbolic != nil {
				if totals.Symbolic == nil {
					totals.Symbolic = &Symbolic{}
				}
				totals.Symbolic.Add(function.Symbolic)
			}
		}
		if pkg.Boundaries != nil {
			if totals.Boundaries == nil {
				totals.Boundaries = &Boundaries{}
			}
			totals.Boundaries.add(pkg.Boundaries)
		}
		if pkg.Changes != nil {
			if totals.Changes == nil {
				totals.Changes = &Changes{}
			}
			totals.Changes.add(pkg.Changes)
		}
	}
	r.Totals = totals
}

// WriteJSON sets r.Version and writes the report as indented JSON with a final newline. Lists are
// never null.
func (r *Report) WriteJSON(w io.Writer) error {
	r.replaceNilLists()
	return Encode(w, r)
}

// Encode writes a value as indented JSON with a final newline.
func Encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// List returns list, or an empty list in place of nil.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// replaceNilLists replaces nil lists by empty ones, which JSON does not print as null, and sets
// Version.
func (r *Report) replaceNilLists() {
	r.Version = Version
	r.Packages, r.Totals.Account.Withheld = List(r.Packages), List(r.Totals.Account.Withheld)
	for i := range r.Packages {
		p := &r.Packages[i]
		p.Functions = List(p.Functions)
		for j := range p.Functions {
			f := &p.Functions[j]
			f.Tests, f.Panics, f.Uncovered = List(f.Tests), List(f.Panics), List(f.Uncovered)
			f.Account.Withheld = List(f.Account.Withheld)
			for k := range f.Tests {
				f.Tests[k].Covers = List(f.Tests[k].Covers)
			}
		}
	}
}
