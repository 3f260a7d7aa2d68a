package smtlib

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// The names of the solvers that are known.
const (
	Z3   = "z3"
	CVC5 = "cvc5"
)

// Names lists the solvers that are known, the one to prefer first.
func Names() []string { return []string{Z3, CVC5} }

// Tool is a solver that is a program.
type Tool struct {
	Name string // one of Names
	Path string // of the executable
}

// Find returns the solvers that are on PATH, the one to prefer first.
func Find() []Tool {
	var tools []Tool
	for _, name := range Names() {
		if t, ok := Look(name); ok {
			tools = append(tools, t)
		}
	}
	return tools
}

// Look returns the solver of a name if it is on PATH.
func Look(name string) (Tool, bool) {
	path, err := exec.LookPath(name)
	return Tool{Name: name, Path: path}, err == nil
}

// dialect is how a program is started and talked to.
type dialect struct {
	args     []string
	preamble string
}

// dialect is that of the tool under limits; an error if nobody knows the tool.
func (t Tool) dialect(o *Options, th theory) (dialect, error) {
	switch t.Name {
	case Z3:
		return z3(o, th), nil
	case CVC5:
		return cvc5(o), nil
	}
	return dialect{}, fmt.Errorf("lib: no solver is called %q; there are %s", t.Name, strings.Join(Names(), ", "))
}

// theories are what a tool is asked with, in order. z3 has a procedure for
// differences, which is several times as fast as the one for all integers.
func (t Tool) theories() []theory {
	if t.Name == Z3 {
		return []theory{differences, integers, words}
	}
	return []theory{integers, words}
}

func millis(d time.Duration) string { return strconv.FormatInt(max(1, d.Milliseconds()), 10) }

const common = "(set-option :print-success false)(set-option :produce-models true)(set-option :global-declarations true)"

// z3 has a procedure for differences with a matrix, whose models are cheap to read: they have
// no numbers below zero unless they must. A timer would take as long as a question of
// differences, so there is none.
func z3(o *Options, th theory) dialect {
	d := dialect{args: []string{"-in", "-smt2"}, preamble: common}
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
	d.preamble = common
	d.preamble += "(set-logic ALL)"
	return d
}
