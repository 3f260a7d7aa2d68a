package testgen

import (
	"fmt"
	"math"
	"strconv"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/value"
)

// form prints the form of a value as a literal. With elide, a composite literal may omit its type.
func (l *literals) form(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	switch fm.Kind {
	case oracle.Whole:
		text, _, err := l.expr(v, elide)
		return text, err
	case oracle.Text:
		if t := v.PointedParts(); t != nil {
			return l.stringText(t.Text), nil
		}
		return quote("<nil>"), nil
	case oracle.ErrorMsg:
		return l.stringText(v.Text), nil
	case oracle.Printed:
		if fm.Type.Kind == input.Complex {
			return quote(fmt.Sprint(complex(v.Float(), math.Float64frombits(v.Imag)))), nil
		}
		return quote(fmt.Sprint(v.Float())), nil
	case oracle.NotNil:
		return strconv.FormatBool(!v.IsNil), nil
	case oracle.Length:
		return strconv.Itoa(len(v.Kids)), nil
	case oracle.Held:
		return l.heldForm(fm, v)
	case oracle.View:
		return l.viewForm(fm, v, elide)
	}
	if v.IsNil {
		return "nil", nil
	}
	if fm.Kind == oracle.Target {
		return l.targetForm(fm, v, elide)
	}
	var parts []string
	for i, k := range v.Kids {
		text, err := l.form(fm.Elem, k, true)
		if err != nil {
			return "", err
		}
		if fm.Kind == oracle.Table {
			key, _, err := l.expr(v.Keys[i], true)
			if err != nil {
				return "", err
			}
			text = key + ": " + text
		}
		parts = append(parts, text)
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) compositeForm(fm *oracle.Form, parts []string, elide bool) (string, error) {
	if elide {
		return compositeText(parts), nil
	}
	head, err := l.formType(fm)
	return head + compositeText(parts), err
}

func (l *literals) viewForm(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	var parts []string
	for _, field := range fm.Fields {
		k := v.Kids[field.Index]
		if field.Form.IsZero(k) {
			continue
		}
		text, err := l.form(field.Form, k, false)
		if err != nil {
			return "", err
		}
		parts = append(parts, field.Name+": "+text)
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) targetForm(fm *oracle.Form, v *value.Value, elide bool) (string, error) {
	text, err := l.form(fm.Elem, v.Kids[0], elide)
	if err != nil {
		return "", err
	}
	switch fm.Elem.Kind {
	case oracle.View, oracle.List, oracle.Table:
		if text == "nil" {
			break
		}
		if elide {
			return text, nil
		}
		return "&" + text, nil
	}
	typ, err := l.formType(fm.Elem)
	if err != nil {
		return "", err
	}
	return l.pointerTo(typ, text), nil
}
