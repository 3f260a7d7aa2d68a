package oracle

import (
	"go/types"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// FormKind is the kind of a Form.
type FormKind uint8

const (
	Whole    FormKind = iota // the value as it is
	Text                     // the text of a method of a struct without visible fields; of a pointer to one "<nil>" for nil
	ErrorMsg                 // the message of an error
	Printed                  // a float as package fmt prints it, because it may be no number
	NotNil                   // whether it is not nil
	Length                   // the length of a text, a slice or a map
	View                     // a struct of the forms of the fields
	List                     // a slice of the forms of the elements of a slice or array
	Table                    // a map of the forms of the elements
	Target                   // a pointer to the form of the target
	Held                     // an interface: the form of its dynamic value, with the type
)

// Form is the form in which the values of a type are compared.
type Form struct {
	Kind   FormKind
	Type   *input.Type
	GoType types.Type
	Elem   *Form         // List, Table, Target
	Fields []FieldForm   // View
	Held   map[int]*Form // by index of the alternative; nil for a value that is compared by its type alone
}

// FieldForm is one field of a View. Index is that of the field in input.Type.Fields.
type FieldForm struct {
	Name  string
	Index int
	Form  *Form
}

// IsZero reports whether the form of v is the zero value of its type.
func (f *Form) IsZero(v *value.Value) bool {
	switch f.Kind {
	case Text:
		t := v.PointedParts()
		return t != nil && t.Text == ""
	case Printed:
		return false
	case ErrorMsg, NotNil, Table, Target, Held:
		return v.IsNil
	case List:
		return v.IsNil && f.Type.Kind == input.Slice
	case Length:
		return Len(v) == 0
	case View:
		for _, field := range f.Fields {
			if !field.Form.IsZero(v.Kids[field.Index]) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// size estimates the length of the literal of the form of v.
func (f *Form) size(v *value.Value) int {
	n := 8
	switch f.Kind {
	case Text, ErrorMsg:
		if t := v.PointedParts(); t != nil {
			n += len(t.Text)
		}
	case Whole:
		v.AnyPart(func(v *value.Value) bool { n += 4 + len(v.Text); return false })
	case View:
		for _, field := range f.Fields {
			if k := v.Kids[field.Index]; !field.Form.IsZero(k) {
				n += len(field.Name) + 4 + field.Form.size(k)
			}
		}
	case List, Table, Target:
		for _, k := range v.Kids {
			n += f.Elem.size(k)
		}
	case Held:
		if v.IsNil {
			return n
		}
		if inner := f.Held[int(v.Word)]; inner != nil && v.DynamicValue() != nil {
			n += 16 + inner.size(v.DynamicValue())
		}
	}
	return n
}
