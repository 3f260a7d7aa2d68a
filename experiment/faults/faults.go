// Package faults has published reports of crashes and broken laws of Go modules, and tells whether what a tool found is what
// was reported.
//
//	reports, err := faults.Read("bench/reports/open.toml")
//	shown, err := faults.Show(ctx, p, reports[0])    // runs the program of the report in a copy of the module
//	shown.At("parser.go:93:12", "index out of range")
package faults

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// A Report is a published fault of a version of a module.
type Report struct {
	Name      string
	Module    string
	Version   string // shows the fault
	Mended    string // does not show it; empty if not known
	Package   string // import path of the package with the function
	Func      string // exported function or method that shows the fault
	Kind      string
	Report    string // number of the report
	What      string
	With      []string // further modules that Reproduce needs, with their versions
	Reproduce string   // program that shows the fault
}

// Loop is the kind of a report of a call that does not end.
const Loop = "loop"

// Read returns the reports of a file.
func Read(file string) ([]Report, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list struct{ Report []Report }
	if err := toml.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list.Report, nil
}

// Dir returns the directory of the package in its module.
func (r *Report) Dir() string {
	if dir := strings.TrimPrefix(strings.TrimPrefix(r.Package, r.Module), "/"); dir != "" {
		return dir
	}
	return "."
}

// A Fault is what the program of a report showed.
type Fault struct {
	Text   string  // of the panic or fatal error
	Frames []Frame // in the package of the report, innermost first
	Direct bool    // raised by the innermost of Frames itself, and not by code that it calls
}

// A Frame is a call on a stack.
type Frame struct {
	Func string // as the runtime names it
	File string // base name
	Line int
}

// mostLines is how many lines after the start of a statement the runtime may place what happens in it.
const mostLines = 3

// At reports whether a panic is the fault: site is its place, file.go:line:col, and kind the kind of panic that package
// cfg names. The runtime names the line of an operand, and a site is the start of its expression.
func (f *Fault) At(site, kind string) bool {
	file, rest, _ := strings.Cut(site, ":")
	number, _, _ := strings.Cut(rest, ":")
	line, err := strconv.Atoi(number)
	if err != nil || len(f.Frames) == 0 {
		return false
	}
	at := f.Frames[0]
	return at.File == file && line <= at.Line && at.Line <= line+mostLines && f.kind(kind)
}

// kinds has a part of the runtime's message for kinds of panics.
var kinds = map[string]string{
	"index out of range":            "index out of range",
	"slice bounds out of range":     "slice bounds out of range",
	"division by zero":              "integer divide by zero",
	"nil dereference":               "nil pointer dereference",
	"call of nil function":          "nil pointer dereference",
	"write to nil map":              "assignment to entry in nil map",
	"failed type assertion":         "interface conversion",
	"failed conversion to an array": "cannot convert slice",
	"make with an impossible size":  "makeslice",
	"shift by a negative count":     "negative shift amount",
}

// kind reports whether a panic of a kind has the text of the fault.
func (f *Fault) kind(kind string) bool {
	if text, ok := kinds[kind]; ok && f.Direct {
		return strings.Contains(f.Text, text)
	}
	return f.Direct != strings.HasPrefix(kind, "panic in ")
}
