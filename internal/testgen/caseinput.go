package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// plainName names a case that nothing sets apart from others: after inputs that can be said in few words, else after a result.
func (p *plan) plainName(i int) (name string) {
	say := p.namers(make([]string, len(p.cases)), false)
	said := 0
	for _, in := range p.inputs {
		if more := p.describe(in, i); more != "" && in.constant == "" && in.typ.Kind != input.Choice && said < 2 {
			name, said = with(name, more), said+1
		}
	}
	for _, s := range say {
		if name == "" {
			name = s(i)
		}
	}
	switch {
	case name != "":
		return name
	case len(p.inputs) == 0:
		return "no arguments"
	}
	return "any " + p.inputs[0].describedName()
}

// describe describes an input of a case in a few words, none if that takes an expression.
func (p *plan) describe(in *inputField, i int) string {
	said := p.forNames().describe(in.describedName(), in.values[i])
	if text, ok := strings.CutPrefix(said, in.describedName()+" is "); ok && strings.ContainsAny(text[:1], `"'`+"`") && p.isOnly(in) {
		return text
	}
	return said
}

// isOnly reports whether no other input has the type of in, so that a text or a character needs no name.
func (p *plan) isOnly(in *inputField) bool {
	return !slices.ContainsFunc(p.inputs, func(other *inputField) bool { return other != in && other.typ.Go == in.typ.Go })
}

// forNames returns the printer of values in names.
func (p *plan) forNames() *literals {
	if p.reader == nil {
		p.reader = newReader(p.pkg)
	}
	return p.reader
}

// describedName returns the name of an input in messages and in the names of cases.
func (in *inputField) describedName() string {
	if isOrdinaryName(in.name) {
		return in.name
	}
	return in.field
}

// fieldsOf lists the fields of an input that some case gives as the fields of a struct, or as the arguments of a constructor.
func (p *plan) fieldsOf(in *inputField) (fields []string) {
	for _, v := range in.values {
		names, _ := parts(in.describedName(), v)
		for _, name := range names {
			if !slices.Contains(fields, name) {
				fields = append(fields, name)
			}
		}
	}
	return fields
}

// describeField describes a field of an input of a case, "" if it is left out.
func (p *plan) describeField(in *inputField, field string, i int) string {
	names, values := parts(in.describedName(), in.values[i])
	if at := slices.Index(names, field); at >= 0 {
		if v := values[at]; !v.IsZero() {
			if own := field[strings.LastIndex(field, ".")+1:]; len(own) > 1 { // s.Month goes by Month
				field = own
			}
			return p.forNames().describe(field, v)
		}
	}
	return ""
}

// describeHeld names the type of what the interfaces in an input of a case hold, "" if they hold values of several types or none.
func (p *plan) describeHeld(in *inputField, i int) string {
	held := ""
	several := in.values[i].AnyPart(func(v *value.Value) bool {
		inner := v.Unwrapped()
		if v.Type.Kind != input.Choice || v.GoType == nil || !syntax.IsInterface(v.GoType) || inner == v || inner.IsNil {
			return false
		}
		name, err := p.forNames().tryText(func() string { return p.forNames().typeName(inner.GoType) })
		different := err != nil || held != "" && held != name
		held = name
		return different
	})
	if several || held == "" || len(held) > maxShown {
		return ""
	}
	return held + " in " + in.describedName()
}

// parts returns the fields of a struct or of what a pointer points to, or the arguments of a constructor.
func parts(name string, v *value.Value) (names []string, values []*value.Value) {
	v = v.Unwrapped()
	if v.Type.Kind == input.Choice && v.Alt().RunsCode {
		for _, f := range v.Alt().Fields {
			names = append(names, cmp.Or(f.Name, name))
		}
		return names, v.Kids
	}
	if v.Type.Kind == input.Choice && len(v.Kids) == 1 {
		v = v.Kids[0]
	}
	if v = v.PointedParts(); v == nil || v.Type.Kind != input.Struct || v.IsZero() {
		return nil, nil
	}
	for _, field := range v.Names {
		names = append(names, name+"."+field)
	}
	return names, v.Kids
}

// maxShown is the largest length in bytes of a value in the name of a case.
const maxShown = 16

// shortText returns a value as a reader sees it, or "" if that is longer than maxShown or makes the value by a call or a literal.
func (l *literals) shortText(v *value.Value) string {
	text, err := l.tryText(func() string { return l.argument(v) })
	if err != nil || len(text) > maxShown || v.Type.Kind != input.String && strings.ContainsAny(text, "({") {
		return ""
	}
	return text
}

// describe describes a value in words: zero, nil, empty, its size, or itself if it is short.
func (l *literals) describe(name string, v *value.Value) string {
	switch {
	case v.IsNil:
		return "nil " + name
	case l.named(v) != "":
		return l.named(v)
	case v.Type.Kind == input.Float:
		return name + " is " + strconv.FormatFloat(v.Float(), 'g', -1, v.Type.Bits)
	case v.Type.Kind == input.Bool && len(name) > 1:
		return prefixed("not ", v.Word != 0, name)
	case v.Type.Kind < input.Float, v.Type.Kind == input.Complex:
		text, _ := l.tryText(func() string { return l.argument(v) })
		return name + " is " + text
	case v.Type.Kind == input.Choice:
		return l.describeChoice(name, v)
	case v.Type.Kind == input.String && v.Text == "", isList(v) && len(v.Kids) == 0:
		return "empty " + name
	case v.Type.Kind == input.String && l.shortText(v) != "":
		return name + " is " + l.shortText(v)
	case v.Type.Kind == input.String:
		if strings.Trim(v.Text, "0123456789") == "" {
			return fmt.Sprintf("%d digits in %s", len(v.Text), name)
		}
		return fmt.Sprintf("%d bytes in %s", len(v.Text), name)
	case isList(v):
		return count(v) + " in " + name
	case v.Type.Kind == input.Pointer:
		return l.describe(name, v.Kids[0])
	case v.IsZero():
		return "zero " + name
	}
	return ""
}

// named returns the names of the constants that a value is, "" if there are none.
func (l *literals) named(v *value.Value) string {
	if k := v.Type.Kind; k != input.Int && k != input.Uint && k != input.String {
		return ""
	}
	text, _ := l.tryText(func() string { return l.constantName(v) })
	return text
}

// count says how many elements a slice or entries a map has.
func count(v *value.Value) string {
	one, more := "element", "elements"
	switch e := v.Type.Elem; {
	case v.Type.Kind == input.Map:
		one, more = "entry", "entries"
	case e != nil && e.Kind == input.Uint && e.Bits == 8:
		one, more = "byte", "bytes"
	}
	if len(v.Kids) == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", len(v.Kids), more)
}

// isList reports whether v is a slice or a map.
func isList(v *value.Value) bool { return v.Type.Kind == input.Slice || v.Type.Kind == input.Map }

// describeChoice describes a value that one of several alternatives makes. Objects are new, or had calls.
func (l *literals) describeChoice(name string, v *value.Value) string {
	alt := v.Alt()
	_, isFunc := syntax.Underlying(v.GoType).(*types.Signature)
	switch {
	case v.Unwrapped() != v:
		return l.describe(name, v.Unwrapped())
	case alt.Make.IsNil():
		return "nil " + name
	case alt.Earlier() != nil:
		return ""
	case alt.Decl != nil && v.ErrorAlternative() != nil:
		return name + " fails"
	case isFunc || alt.Decl != nil:
		return ""
	case len(v.Steps) > 0:
		if calls := strings.Join(stepNames(v.Steps), ", ") + " first"; len(calls) <= maxCaseName/2 {
			return calls
		}
		return fmt.Sprintf("%d calls on %s", len(v.Steps), name)
	case len(v.Kids) == 1 && v.Kids[0].Type.Kind == input.String && !alt.ReturnsError:
		return l.describe(name, v.Kids[0])
	case l.shortText(v) != "" && alt.Make.Is(code.Named) && len(v.Kids) == 0: // a variable
		return l.shortText(v)
	case l.shortText(v) != "":
		return name + " is " + l.shortText(v)
	case alt.Steps != nil && v.IsZero():
		return "zero " + name
	case alt.Steps != nil && !alt.Rare:
		return "new " + name
	}
	return ""
}

// resultName describes a result of a case in a few words.
func (p *plan) resultName(c *check, i int) string {
	name := p.fn.signature().Results().At(c.Index).Name()
	switch {
	case c.How == oracle.Errors && c.Errors[i].Kind == oracle.NoError:
		return "no error"
	case c.How == oracle.Errors && c.Checks(i):
		return "an error"
	case c.How == oracle.Errors || !c.Checks(i) || c.Wants[i] == nil:
		return ""
	}
	w := c.Wants[i]
	switch {
	case isOrdinaryName(name) && w.Type.Kind == input.Bool:
		return prefixed("not ", w.Word != 0, name)
	case w.IsNil:
		return "nil " + cmp.Or(name, "result")
	case c.How == oracle.Null:
		return "non-nil " + cmp.Or(name, "result")
	case c.Form == nil:
		return ""
	}
	text, err := p.tryText(func() string { return p.literals.form(c.Form, w, false) })
	if bytes, ok := strings.CutPrefix(text, "[]byte("); ok {
		text = strings.TrimSuffix(bytes, ")")
	}
	switch {
	case err == nil && text != "" && len(text) <= maxShown && (text[0] == '"' || !strings.ContainsAny(text, "({\n")):
		if isOrdinaryName(name) {
			return name + " is " + text
		}
		return "returns " + text
	case isList(w):
		return count(w) + " in " + cmp.Or(name, "result")
	}
	return ""
}
