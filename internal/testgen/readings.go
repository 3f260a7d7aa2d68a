package testgen

import (
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// What a call did to an object is best told by the methods that its users have:
//
//	c.Add("a", 1)
//	if got := c.Len(); got != 1 {

// A reading is one result of a method that is called after the call.
type reading struct {
	*input.Reader
	result int // index in Results
}

func (r reading) method() *types.Func { return r.Origin.(*types.Func) }

// readings lists the results of all readers, by oracle.ID.Index.
func (p *plan) readings() (list []reading) {
	for k := range p.fn.Sig.Readers {
		r := &p.fn.Sig.Readers[k]
		for j := range r.Results {
			list = append(list, reading{r, j})
		}
	}
	return list
}

// addReadings adds the readings to a subject. Those that tell nothing about the call have no values.
func (p *plan) addReadings(s *oracle.Subject) {
	for i, r := range p.readings() {
		if r.result == 0 {
			s.Readings = append(s.Readings, nil)
		}
		f, last := r.Results[r.result], &s.Readings[len(s.Readings)-1]
		*last = append(*last, p.observed(oracle.Reader, i, f.Type, value.GoTypeOf(f.Type), p.readerNames(r)))
	}
}

// tells reports whether a reader may tell what the call did: the call may change the object. A reader of the
// clock tells the time, and one that returns a value from a pool tells what its last user left.
func (p *plan) tells(r reading) bool {
	of := p.inputNamed(r.Of).goType
	return p.writes.fields.MayChange(p.fn.Obj, of) && !p.env.ReadsClock(r.method()) && !p.env.FromPool(r.method())
}

// readerNames chooses the variable and the table field of a reading: gotLen and wantLen of Len, gotPeek and
// gotPeekOk of a method with two results.
func (p *plan) readerNames(r reading) names {
	suffix := r.Method
	if r.result > 0 {
		if name := r.Results[r.result].Name; isOrdinaryName(name) {
			suffix += syntax.Capitalize(name)
		} else {
			suffix += "Ok"
		}
	}
	label := func(name string) string {
		if isOrdinaryName(name) {
			return name
		}
		return p.inputNamed(name).field
	}
	var args []string
	for _, at := range r.Args {
		args = append(args, label(p.fn.Sig.Params[at].Name))
	}
	return names{label: label(r.Of) + "." + r.Method + "(" + strings.Join(args, ", ") + ")", got: p.locals.claim("got" + suffix), want: p.fields.claim("want" + suffix)}
}

// decodeReadings decodes the readings of one outcome of case i. Of nil there are none, whatever its methods say.
func (p *plan) decodeReadings(s *oracle.Subject, i int, d *value.Decoder, set func(*oracle.Observed, *value.Value)) {
	all := p.readings()
	for _, r := range s.Readings {
		if d.Next() != 1 { // the method panicked
			continue
		}
		for _, o := range r {
			v, err := d.Read(o.Type)
			if err != nil {
				return
			}
			if of := p.inputNamed(all[o.Index].Of); p.tells(all[o.Index]) && !of.values[i].IsNil {
				set(o, v)
			}
		}
	}
}

// readCall returns the call of the reader of a reading.
func (p *plan) readCall(index int) string {
	r := p.readings()[index]
	var args []string
	for _, at := range r.Args {
		args = append(args, p.inputExpr(p.inputNamed(p.fn.Sig.Params[at].Name)))
	}
	return p.inputExpr(p.inputNamed(r.Of)) + "." + r.Method + "(" + strings.Join(args, ", ") + ")"
}

// readsInHead reports whether the if statement of a check calls its reader: of one result, which is compared
// directly.
func (p *plan) readsInHead(c *check) bool {
	return c.Part == oracle.Reader && len(p.readings()[c.Index].Results) == 1 && c.How != oracle.Errors && c.How != oracle.Null && isDirect(c.Form) && !c.Received
}

// readStatement returns the statement that calls the reader of a check, unless its if statement does or an
// earlier check did.
func (p *plan) readStatement(c *check) string {
	if c.Part != oracle.Reader || p.readsInHead(c) {
		return ""
	}
	var first *check
	all := p.readings()
	vars := make([]string, len(all[c.Index].Results))
	for j := range vars {
		vars[j] = "_"
	}
	for _, other := range slices.Backward(p.checks) {
		if other.Part == oracle.Reader && all[other.Index].Reader == all[c.Index].Reader {
			vars[all[other.Index].result] = strings.TrimPrefix(other.got, "*")
			first = other
		}
	}
	if first != c {
		return ""
	}
	return strings.Join(vars, ", ") + " := " + p.readCall(c.Index) + "\n"
}
