package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// describeChoice says in a few words how the value of a Choice is made.
func (l *literals) describeChoice(name string, v *value.Value) string {
	alt := v.Alt()
	_, isFunc := syntax.Underlying(v.GoType).(*types.Signature)
	switch {
	case v.Unwrapped() != v:
		return l.describe(name, v.Unwrapped(), true)
	case alt.Earlier() != nil:
		return name + " from " + v.Kids[0].Source.Alt().Name
	case len(v.Steps) > 0:
		return name + " after " + joinedStepNames(v.Steps)
	case alt.Decl != nil && v.ErrorAlternative() != nil:
		return "error" + l.errorMessage(v.ErrorAlternative()) + " from " + name
	case isFunc || alt.Decl != nil:
		return alt.Name + " " + name
	case len(v.Kids) == 1 && v.Kids[0].Type.Kind == input.String && !alt.RunsCode && !alt.ReturnsError:
		return l.describe(name, v.Kids[0], false)
	case alt.Rare && !alt.RunsCode && v.HasConstructor():
		return name + " as a literal"
	}
	args := "(…)"
	if len(v.Kids) == 0 {
		args = ""
	}
	return name + "=" + cmp.Or(l.shortText(v), alt.Name+args)
}

// joinedStepNames lists the first calls in their order: "Push ×3, Pop".
func joinedStepNames(steps []*value.Value) string {
	list := stepNames(steps)
	if len(list) > 3 {
		list = append(list[:2], fmt.Sprintf("%d more", len(list)-2))
	}
	return strings.Join(list, ", ")
}

// stepNames lists calls in their order, equal neighbours as one.
func stepNames(steps []*value.Value) (list []string) {
	for i := 0; i < len(steps); {
		j := i + 1
		for j < len(steps) && steps[j].Word == steps[i].Word {
			j++
		}
		text := steps[i].Alt().Name
		if n := j - i; n > 1 {
			text += fmt.Sprintf(" ×%d", n)
		}
		list = append(list, text)
		i = j
	}
	return list
}

// errorMessage returns the string that an error is made of, with a space before it, or "" if the
// string is long.
func (l *literals) errorMessage(v *value.Value) string {
	if len(v.Kids) != 1 || v.Kids[0].Type.Kind != input.String || l.shortText(v.Kids[0]) == "" {
		return ""
	}
	return " " + l.shortText(v.Kids[0])
}

// addLiteralRemarks adds a remark to each row whose objects are made without their constructors.
func (p *plan) addLiteralRemarks() {
	for i := range p.cases {
		var list []string
		for _, in := range p.inputs {
			if in.values[i].AnyPart((*value.Value).BypassesConstructor) {
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
