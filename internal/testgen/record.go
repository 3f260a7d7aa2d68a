package testgen

import (
	"slices"
	"strconv"
	"strings"

	"nearmiss/code"
	"nearmiss/internal/oracle"
)

// Functions among the inputs record their calls in a variable of the test:
//
//	var calls []string
//	c := New(1, func(key string) { record(&calls, "func(%v)", key) })
//	c.Add("a")
//	if want := []string{"func(a)"}; !slices.Equal(calls, want) {

// nameRecord names the variable of the record, if a check compares it. Otherwise the functions record nothing.
func (p *plan) nameRecord() {
	p.literals.record = ""
	for _, c := range p.verdict.Checks {
		if c.Part == oracle.Reader && c.Index == 0 && p.fn.Sig.Records() {
			p.literals.record = p.local("calls")
		}
	}
}

// recordDeclaration declares the variable of the record, if there is one.
func (p *plan) recordDeclaration() string {
	if p.literals.record == "" {
		return ""
	}
	return "var " + p.literals.record + " []string\n"
}

// recordStart empties the record before the call, if making the inputs may have filled it.
func (p *plan) recordStart() string {
	if p.literals.record == "" || p.isAlone && !slices.ContainsFunc(p.inputs, func(in *inputField) bool { return runsMakers(in.values[0]) }) {
		return ""
	}
	return p.literals.record + " = nil\n"
}

// recordCall prints the statement that records a call.
func (l *literals) recordCall(c *code.Tree) string {
	args := []string{"&" + l.record, strconv.Quote(c.Text)}
	for _, p := range c.Parts {
		args = append(args, l.spell(p, nil))
	}
	return l.helper(recordHelper) + "(" + strings.Join(args, ", ") + ")"
}
