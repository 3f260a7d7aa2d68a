package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
)

// describeChoice says in a few words how the value of a Choice is made.
func (l *literals) describeChoice(name string, v *value) string {
	alt := v.alt()
	_, isFunc := underlying(v.goType).(*types.Signature)
	switch {
	case v.unwrapped() != v:
		return l.describe(name, v.unwrapped(), true)
	case alt.Earlier() != nil:
		return name + " from " + v.kids[0].source.alt().Name
	case len(v.steps) > 0:
		return name + " after " + joinedStepNames(v.steps)
	case alt.Decl != "" && v.errorAlternative() != nil:
		return "error" + l.errorMessage(v.errorAlternative()) + " from " + name
	case isFunc || alt.Decl != "":
		return alt.Name + " " + name
	case len(v.kids) == 1 && v.kids[0].typ.Kind == input.String && !alt.RunsCode && !alt.ReturnsError:
		return l.describe(name, v.kids[0], false)
	case alt.Rare && !alt.RunsCode && v.hasConstructor():
		return name + " as a literal"
	}
	args := "(…)"
	if len(v.kids) == 0 {
		args = ""
	}
	return name + "=" + cmp.Or(l.shortText(v), alt.Name+args)
}

// joinedStepNames lists calls in their order: "Push ×3, Pop".
func joinedStepNames(steps []*value) string {
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
		list = append(list[:2], fmt.Sprintf("%d more", len(list)-2))
	}
	return strings.Join(list, ", ")
}

// errorAlternative returns the error that a stub has to return, or nil if there is none.
func (v *value) errorAlternative() *value {
	for _, k := range v.kids {
		if k.goType != nil && k.goType.String() == "error" && !k.isNil {
			return k
		}
	}
	return nil
}

// errorMessage returns the string that an error is made of, with a space before it, or "" if the
// string is long.
func (l *literals) errorMessage(v *value) string {
	if len(v.kids) != 1 || v.kids[0].typ.Kind != input.String || l.shortText(v.kids[0]) == "" {
		return ""
	}
	return " " + l.shortText(v.kids[0])
}

// hasConstructor reports whether a Choice has an alternative that calls a constructor and is no
// fallback.
func (v *value) hasConstructor() bool {
	return slices.ContainsFunc(v.typ.Alts, func(a input.Alt) bool { return a.RunsCode && !a.Rare })
}

// bypassesConstructor reports whether an object was made without its constructor although it has
// one.
func (v *value) bypassesConstructor() bool {
	return v.typ.Kind == input.Choice && !v.isNil && v.alt().Rare && v.hasConstructor()
}

// addLiteralRemarks adds a remark to each row whose objects are made without their constructors.
func (p *plan) addLiteralRemarks() {
	for i := range p.cases {
		var list []string
		for _, in := range p.inputs {
			if in.values[i].anyPart((*value).bypassesConstructor) {
				list = append(list, in.describedName())
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
