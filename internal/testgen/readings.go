package testgen

import (
	"go/types"
	"slices"
	"strconv"
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

// addReadings adds to a subject the readings of the readers that may tell what the call did.
func (p *plan) addReadings(s *oracle.Subject) {
	p.asked = map[int]oracle.Reading{}
	said := map[string]oracle.Reading{} // in scenarios: the readings after the first step, which stand for those after the last one
	first := 0
	for i, r := range p.fn.Sig.Readings() {
		if r.Result == 0 {
			first = i
		}
		var o *oracle.Observed
		if r.Step < 2 || r.IsStep {
			f := r.Results[r.Result]
			o = p.observed(oracle.Reader, i, f.Type, value.GoTypeOf(f.Type), p.readingNames(r))
			o.OfResult, o.Instead = r.OfResult, r.Instead
		}
		switch {
		case r.IsRecord():
			s.Records, p.asked[first] = append(s.Records, o), oracle.Reading{o}
		case r.IsStep:
			o.Step = true
			s.Steps, p.asked[first] = append(s.Steps, o), append(p.asked[first], o)
		case r.Step > 1:
			p.asked[first] = said[r.Method]
		case p.tells(r.Reader):
			if r.Result == 0 {
				s.Readings = append(s.Readings, nil)
			}
			end := &s.Readings[len(s.Readings)-1]
			*end = append(*end, o)
			p.asked[first], said[r.Method] = *end, *end
		}
	}
}

// tells reports whether a reader may tell what the call did: the call may change the object or the package's variables, or returned it. A reader of the
// clock tells the time, and one that returns a value from a pool tells what its last user left. A header tells what the
// handler has set, whatever other implementations of the interface do.
func (p *plan) tells(r *input.Reader) bool {
	method := r.Origin.(*types.Func)
	if r.OfResult == 0 && !r.OfPackage() {
		if of := p.inputNamed(r.Of).goType; types.IsInterface(of) || !p.writes.coder.MayChange(p.fn.Obj, of) {
			return types.IsInterface(of)
		}
	}
	return !p.env.ReadsClock(method) && !p.env.FromPool(method)
}

// readerNames chooses the variable and the table field of a reading: gotLen and wantLen of Len, gotPeek and
// gotPeekOk of a method with two results.
func (p *plan) readerNames(r input.Reading) names {
	switch {
	case r.IsWritten():
		return names{label: "written", got: p.locals.claim("gotWritten"), want: p.fields.claim("wantWritten")}
	case r.IsRecord():
		return names{label: "calls", got: p.local("calls"), want: p.fields.claim("wantCalls")}
	}
	suffix := r.Method
	if r.Result > 0 {
		if name := r.Results[r.Result].Name; isOrdinaryName(name) {
			suffix += syntax.Capitalize(name)
		} else if kind := r.Results[r.Result].Type.Kind; kind == input.Bool {
			suffix += "Ok"
		} else if kind == input.Error {
			suffix += "Err"
		} else {
			suffix += strconv.Itoa(r.Result)
		}
	}
	var args []string
	for _, at := range r.Args {
		args = append(args, p.inputNamed(p.fn.Sig.Params[at].Name).describedName())
	}
	return names{label: p.askedOf(r.Reader, (*inputField).describedName) + r.Method + "(" + strings.Join(args, ", ") + ")", got: p.locals.claim("got" + suffix), want: p.fields.claim("want" + suffix)}
}

// decodeReadings decodes the readings of one outcome of case i. Of nil there are none, whatever its methods say.
func (p *plan) decodeReadings(s *oracle.Subject, i int, d *value.Decoder, set func(*oracle.Observed, *value.Value)) {
	index := 0
	for _, r := range p.fn.Sig.Readers {
		asked := p.asked[index] // nil if the reader tells nothing
		index += len(r.Results)
		if d.Next() != 1 { // the method panicked
			continue
		}
		failed := func(v *value.Value) bool { return v.Type.Kind == input.Error && !v.IsNil }
		var said []*value.Value
		for _, f := range r.Results {
			v, err := d.Read(f.Type)
			if err != nil {
				return
			}
			said = append(said, v)
		}
		for j, v := range said {
			if asked != nil && (r.IsRecord() || r.OfPackage() || r.OfResult > 0 || !p.inputNamed(r.Of).values[i].IsNil && p.isAsked(&r, i)) && (failed(v) || !slices.ContainsFunc(said, failed)) {
				set(asked[j], v)
			}
		}
	}
}

// readCall returns the call of the reader of a reading.
func (p *plan) readCall(index int) string {
	r := p.fn.Sig.Readings()[index]
	switch {
	case r.IsWritten():
		return p.literals.written + ".String()"
	case r.IsStep:
		return p.calls[r.Step]
	}
	var args []string
	for _, at := range r.Args {
		args = append(args, p.inputExpr(p.inputNamed(p.fn.Sig.Params[at].Name)))
	}
	if r.OfPackage() {
		return p.object(r.Origin.(*types.Func)) + "(" + strings.Join(args, ", ") + ")"
	}
	return p.askedOf(r.Reader, p.inputExpr) + r.Method + "(" + strings.Join(args, ", ") + ")"
}

// askedOf returns the variable of the result whose method a reader is, or else what say returns for its input, and a dot; nothing for
// a function of the package.
func (p *plan) askedOf(r *input.Reader, say func(*inputField) string) string {
	switch {
	case r.OfPackage():
		return ""
	case r.OfResult > 0:
		return p.resultVar(r.OfResult-1) + "."
	}
	return say(p.inputNamed(r.Of)) + "."
}

// readResult returns the number of the result, from 1, whose method a check asks, or 0.
func (p *plan) readResult(c *check) int {
	if c.Part != oracle.Reader {
		return 0
	}
	return p.fn.Sig.Readings()[c.Index].OfResult
}

// readsInHead reports whether the if statement of a check calls its reader: of one result, which is compared
// directly.
func (p *plan) readsInHead(c *check) bool {
	return c.Part == oracle.Reader && !p.recordsCalls(c.Check) && len(p.fn.Sig.Readings()[c.Index].Results) == 1 && c.How != oracle.Errors && c.How != oracle.Null && isDirect(c.Form) && !c.Received
}

// readStatement returns the statement that calls the reader of a check, unless its if statement does or an
// earlier check did.
func (p *plan) readStatement(c *check) string {
	if c.Part != oracle.Reader || p.recordsCalls(c.Check) || p.readsInHead(c) {
		return ""
	}
	var first *check
	all := p.fn.Sig.Readings()
	vars := make([]string, len(all[c.Index].Results))
	for j := range vars {
		vars[j] = "_"
	}
	for _, other := range slices.Backward(p.checks) {
		if other.Part == oracle.Reader && all[other.Index].Reader == all[c.Index].Reader {
			vars[all[other.Index].Result] = strings.TrimPrefix(other.got, "*")
			first = other
		}
	}
	if first != c {
		return ""
	}
	return strings.Join(vars, ", ") + " := " + p.readCall(c.Index) + "\n"
}
