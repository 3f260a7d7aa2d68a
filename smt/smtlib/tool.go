package smtlib

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Names of the supported solvers.
const (
	Z3   = "z3"
	CVC5 = "cvc5"
)

// Names returns the supported solvers, the preferred one first.
func Names() []string { return []string{Z3, CVC5} }

// Tool is an executable solver.
type Tool struct {
	Name string // one of Names
	Path string // path of the executable
}

// Find returns the solvers on PATH, the preferred one first.
func Find() []Tool {
	var tools []Tool
	for _, name := range Names() {
		if t, ok := Look(name); ok {
			tools = append(tools, t)
		}
	}
	return tools
}

// Look returns the solver with a name if it is on PATH.
func Look(name string) (Tool, bool) {
	path, err := exec.LookPath(name)
	return Tool{Name: name, Path: path}, err == nil
}

// dialect has the arguments and the first commands of a program.
type dialect struct {
	args     []string
	preamble string
}

// dialect returns the dialect of the tool under limits, or an error if the tool is unknown.
func (t Tool) dialect(o *Options, th theory) (dialect, error) {
	switch t.Name {
	case Z3:
		return z3(o, th), nil
	case CVC5:
		return cvc5(o), nil
	}
	return dialect{}, fmt.Errorf("smtlib: no solver is called %q; there are %s", t.Name, strings.Join(Names(), ", "))
}

// theories returns the theories of a tool, in the order of queries. The procedure of z3 for
// differences is several times as fast as the one for all integers.
func (t Tool) theories() []theory {
	if t.Name == Z3 {
		return []theory{differences, integers, words}
	}
	return []theory{integers, words}
}

// millis prints a duration in milliseconds, at least 1.
func millis(d time.Duration) string { return strconv.FormatInt(max(1, d.Milliseconds()), 10) }

const commonOptions = "(set-option :print-success false)(set-option :produce-models true)(set-option :global-declarations true)"

// z3 returns the dialect of z3. For differences it selects the procedure with a matrix; the
// models are cheap to read because they avoid negative numbers. It sets no timer for
// differences, because a timer would take as long as a query.
func z3(o *Options, th theory) dialect {
	d := dialect{args: []string{"-in", "-smt2"}, preamble: commonOptions}
	if th == differences {
		d.preamble += "(set-option :smt.arith.solver 3)"
	} else {
		d.preamble += "(set-option :timeout " + millis(o.Time) + ")"
	}
	if o.Steps > 0 {
		d.preamble += "(set-option :rlimit " + strconv.FormatInt(o.Steps, 10) + ")"
	}
	return d
}

func cvc5(o *Options) dialect {
	d := dialect{args: []string{"--lang=smt2", "--incremental", "--strings-exp", "--tlimit-per=" + millis(o.Time)}}
	if o.Steps > 0 {
		d.args = append(d.args, "--rlimit-per="+strconv.FormatInt(o.Steps, 10))
	}
	d.preamble = commonOptions
	d.preamble += "(set-logic ALL)"
	return d
}
