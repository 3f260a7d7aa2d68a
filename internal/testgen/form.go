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
func (l *literals) form(fm *oracle.Form, v *value.Value, elide bool) string {
	switch fm.Kind {
	case oracle.Whole:
		text, _ := l.expr(v, elide)
		return text
	case oracle.Text:
		if t := v.PointedParts(); t != nil {
			return l.stringText(t.Text)
		}
		return quote("<nil>")
	case oracle.ErrorMsg:
		return l.stringText(v.Text)
	case oracle.Printed:
		if fm.Type.Kind == input.Complex {
			return quote(fmt.Sprint(complex(v.Float(), math.Float64frombits(v.Imag))))
		}
		return quote(fmt.Sprint(v.Float()))
	case oracle.NotNil:
		return strconv.FormatBool(!v.IsNil)
	case oracle.Length:
		return strconv.Itoa(oracle.Len(v))
	case oracle.Held:
		return l.heldForm(fm, v)
	case oracle.View:
		return l.viewForm(fm, v, elide)
	}
	if v.IsNil {
		return "nil"
	}
	if fm.Kind == oracle.Target {
		return l.targetForm(fm, v, elide)
	}
	var parts []string
	for i, k := range v.Kids {
		text := l.form(fm.Elem, k, true)
		if fm.Kind == oracle.Table {
			key, _ := l.expr(v.Keys[i], true)
			text = key + ": " + text
		}
		parts = append(parts, text)
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) compositeForm(fm *oracle.Form, parts []string, elide bool) string {
	if elide {
		return compositeText(parts)
	}
	return l.formType(fm) + compositeText(parts)
}

func (l *literals) viewForm(fm *oracle.Form, v *value.Value, elide bool) string {
	var parts []string
	for _, field := range fm.Fields {
		if k := v.Kids[field.Index]; !field.Form.IsZero(k) {
			parts = append(parts, field.Name+": "+l.form(field.Form, k, false))
		}
	}
	return l.compositeForm(fm, parts, elide)
}

func (l *literals) targetForm(fm *oracle.Form, v *value.Value, elide bool) string {
	text := l.form(fm.Elem, v.Kids[0], elide)
	switch fm.Elem.Kind {
	case oracle.View, oracle.List, oracle.Table:
		if text == "nil" {
			break
		}
		if elide {
			return text
		}
		return "&" + text
	}
	return l.pointerTo(l.formType(fm.Elem), text)
}
