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

// What is written to the writers inside of inputs is the text of another one:
//
//	var written strings.Builder
//	l := &Logger{Out: &written}
//	l.Info("a")
//	if gotWritten := written.String(); gotWritten != "info: a\n" {

// nameRecords names the variables of the records that checks compare. Otherwise the functions record nothing, and a writer is another one.
func (p *plan) nameRecords() {
	p.literals.record, p.literals.written = "", ""
	for _, c := range p.verdict.Checks {
		switch r := p.recordOf(c); {
		case r == nil:
		case r.IsWritten():
			p.literals.written = p.local("written")
		default:
			p.literals.record = p.local("calls")
		}
	}
}

// recordOf returns the record that a check compares, nil if it is none.
func (p *plan) recordOf(c *oracle.Check) *input.Reader {
	if c.Part != oracle.Reader {
		return nil
	}
	if r := p.fn.Sig.Readings()[c.Index].Reader; r.IsRecord() {
		return r
	}
	return nil
}

// recordsCalls reports whether a check compares the record of calls.
func (p *plan) recordsCalls(c *oracle.Check) bool {
	r := p.recordOf(c)
	return r != nil && !r.IsWritten()
}

// feeds reports whether a value holds a function or a writer whose calls or text a record has.
func feeds(v *value.Value, r *input.Reader) bool {
	return v.AnyPart(func(v *value.Value) bool {
		return v.Type.Kind == input.Choice && !v.IsNil && (r.IsWritten() && v.Alt().Written || !r.IsWritten() && v.Alt().Records())
	})
}

// recordDeclarations declares the variables of the records.
func (p *plan) recordDeclarations() (text string) {
	if p.literals.record != "" {
		text = "var " + p.literals.record + " []string\n"
	}
	if p.literals.written != "" {
		text += "var " + p.literals.written + " " + p.stdImport("strings") + ".Builder\n"
	}
	return text
}

// recordStarts empties the records before the call, if making an input that holds a function or writer with a record may have fed it.
func (p *plan) recordStarts() (text string) {
	for i := range p.fn.Sig.Readers {
		r := &p.fn.Sig.Readers[i]
		fed := !p.isAlone || slices.ContainsFunc(p.inputs, func(in *inputField) bool {
			v := in.values[0]
			return runsMakers(v) && (feeds(v, r) || v.UsesEarlier())
		})
		switch {
		case !r.IsRecord() || !fed:
		case r.IsWritten() && p.literals.written != "":
			text += p.literals.written + ".Reset()\n"
		case !r.IsWritten() && p.literals.record != "":
			text += p.literals.record + " = nil\n"
		}
	}
	return text
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
