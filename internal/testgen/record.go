package testgen

import (
	"slices"
	"strconv"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/value"
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
		if p.isRecord(c) {
			p.literals.record = p.local("calls")
		}
	}
}

// isRecord reports whether a check compares the record.
func (p *plan) isRecord(c *oracle.Check) bool {
	return c.Part == oracle.Reader && c.Index == 0 && p.fn.Sig.Records()
}

// recordsCalls reports whether a value holds a function that records its calls.
func recordsCalls(v *value.Value) bool {
	return v.AnyPart(func(v *value.Value) bool {
		return v.Type.Kind == input.Choice && !v.IsNil && v.Alt().Records()
	})
}

// recordDeclaration declares the variable of the record, if there is one.
func (p *plan) recordDeclaration() string {
	if p.literals.record == "" {
		return ""
	}
	return "var " + p.literals.record + " []string\n"
}

// recordStart empties the record before the call, if making an input that holds a function with a record may have called it.
func (p *plan) recordStart() string {
	if p.literals.record == "" || p.isAlone && !slices.ContainsFunc(p.inputs, func(in *inputField) bool {
		v := in.values[0]
		return runsMakers(v) && (recordsCalls(v) || v.UsesEarlier())
	}) {
		return ""
	}
	return p.literals.record + " = nil\n"
}

// recordCall prints the statement that records a call.
func (f *file) recordCall(c *code.Tree, part func(*code.Tree) (string, bool)) string {
	args := []string{f.spell(c.Parts[0], part), strconv.Quote(c.Text)}
	for _, p := range c.Parts[1:] {
		args = append(args, f.spell(p, part))
	}
	return f.helper(recordHelper) + "(" + strings.Join(args, ", ") + ")"
}

// recordIn makes the stub that the declaration with this name declares record its calls.
func (f *file) recordIn(d *code.Decl, name string) {
	i := slices.IndexFunc(f.decls, func(t topDecl) bool { return t.key == d.Key })
	if i < 0 || f.forReader {
		return
	}
	var part func(*code.Tree) (string, bool)
	part = func(t *code.Tree) (string, bool) {
		switch t.Kind {
		case code.Declared:
			return name, true
		case code.Recording:
			return f.spell(t.Parts[0], part), true
		case code.Record:
			return f.recordCall(t, part), true
		}
		return "", false
	}
	f.decls[i].text = f.spell(d.Tree, part)
}
