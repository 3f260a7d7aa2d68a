package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
)

// describeChoice says in a few words how the value of a Choice is made.
func describeChoice(name string, v *value) string {
	alt := v.alt()
	if p := v.plain(); p != v {
		return cmp.Or(describe(name, p), describeInside(name, p))
	}
	if len(v.steps) > 0 {
		return name + " after " + stepNames(v.steps)
	}
	if e := v.givesError(); alt.Decl != "" && e != nil {
		return "error" + quoted(e) + " from " + name
	}
	if _, ok := under(v.gt).(*types.Signature); ok || alt.Decl != "" {
		return alt.Name + " " + name
	}
	if len(v.kids) == 1 && v.kids[0].typ.Kind == input.String && !alt.Runs && !alt.Fails {
		return describe(name, v.kids[0])
	}
	if alt.Rare && !alt.Runs && v.constructible() {
		return name + " as a literal"
	}
	return name + "=" + callName(alt, v.kids)
}

// callName is a constructor with its arguments, where these are short.
func callName(alt *input.Alt, kids []*value) string {
	args := make([]string, len(kids))
	for i, k := range kids {
		switch k = k.plain(); {
		case k.null:
			args[i] = "nil"
		case k.typ.Kind == input.String:
			args[i] = strconv.Quote(k.text)
		case k.typ.Kind <= input.Float:
			args[i] = plainScalar(k)
		default:
			args[i] = "…"
		}
	}
	if len(kids) == 0 && !strings.HasSuffix(alt.Make, ")") {
		return alt.Name
	}
	if list := strings.Join(args, ", "); len(list) <= 16 {
		return alt.Name + "(" + list + ")"
	}
	return alt.Name + "(…)"
}

// stepNames lists calls in their order: Push three times, Pop.
func stepNames(steps []*value) string {
	var list []string
	for i := 0; i < len(steps); {
		j := i + 1
		for j < len(steps) && steps[j].word == steps[i].word {
			j++
		}
		text := steps[i].alt().Name
		if n := j - i; n > 1 {
			text += fmt.Sprintf(" ×%d", n)
		}
		list = append(list, text)
		i = j
	}
	if len(list) > 3 {
		list = append(list[:2], fmt.Sprintf("%d more", len(steps)-2))
	}
	return strings.Join(list, ", ")
}

// givesError is the error among what a stub has to give, nil if there is none.
func (v *value) givesError() *value {
	for _, k := range v.kids {
		if k.gt != nil && k.gt.String() == "error" && !k.null {
			return k
		}
	}
	return nil
}

// quoted is the only string that a value is made of, if it is short.
func quoted(v *value) string {
	if len(v.kids) == 1 && v.kids[0].typ.Kind == input.String {
		if q := strconv.Quote(v.kids[0].text); len(q) <= 24 {
			return " " + q
		}
	}
	return ""
}

// constructible reports whether a Choice has an alternative that runs a
// constructor, and is no fall-back.
func (v *value) constructible() bool {
	return slices.ContainsFunc(v.typ.Alts, func(a input.Alt) bool { return a.Runs && !a.Rare })
}

// bypass reports whether an object was made without the constructor that
// there is.
func (v *value) bypass() bool {
	return v.typ.Kind == input.Choice && !v.null && v.alt().Rare && v.constructible()
}

// remarkLiterals notes on each row which objects are made without their
// constructors.
func (p *plan) remarkLiterals() {
	for i := range p.cases {
		var list []string
		for _, in := range p.inputs {
			if in.values[i].any((*value).bypass) {
				list = append(list, in.said())
			}
		}
		switch n := len(list); {
		case n == 1:
			p.remark(i, "%s is made without its constructor.", list[0])
		case n > 1:
			p.remark(i, "%s and %s are made without their constructors.", strings.Join(list[:n-1], ", "), list[n-1])
		}
	}
}
