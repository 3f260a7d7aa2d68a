package oracle

import (
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// Limits of a form.
const (
	maxLiteral = 4096 // bytes of the literal of a case
	maxView    = 1024 // bytes of a literal with views; a longer one has fewer views around one another
	maxNested  = 4    // views around one another, at most
	maxFields  = 32   // of a view with fields that are zero in all cases
)

// noText is the reason for leaving out a struct without visible fields or text.
const noText = "it has parts that cannot be read"

// builder chooses the forms of the slots of one survey.
type builder struct {
	*survey
	views  int // views around one another, at most
	losses []loss
}

// loss is a slot whose contents are not compared.
type loss struct{ path, why string }

func (b *builder) lose(s *slot, path, why string) {
	if s.known {
		b.losses = append(b.losses, loss{path, why})
	}
}

// part returns the slot of a field, or of the elements, of s. A slot without values has a form, too,
// so that the views of a type are the same for most functions.
func (b *builder) part(s *slot, index int) *slot {
	if p := s.shape.parts[index]; p != nil {
		return p
	}
	t := s.typ.Elem
	if s.typ.Kind == input.Struct {
		t = s.typ.Fields[index].Type
	}
	p := b.slot(t, partType(s, index, value.GoTypeOf(t)))
	s.shape.parts[index] = p
	return p
}

// form chooses the form of a slot; nil if nothing of it is compared. path names the slot in
// sentences, and depth counts the views around it.
func (b *builder) form(s *slot, path string, depth int) *Form {
	if s.silent != "" {
		b.lose(s, path, s.silent)
		return b.outline(s)
	}
	if b.isWhole(s) && (depth == 0 || !syntax.HoldsLock(s.goType)) { // a view is a copy
		return &Form{Kind: Whole, Type: s.typ, GoType: s.goType}
	}
	f := &Form{Type: s.typ, GoType: s.goType}
	switch s.typ.Kind {
	case input.Float, input.Complex:
		f.Kind = Printed
	case input.Error:
		if f.Kind = ErrorMsg; s.noText {
			f.Kind = NotNil
		}
	case input.Opaque:
		f.Kind = NotNil
	case input.Sealed:
		f.Kind = Text
		if s.typ.Text == "" || s.noText {
			if !isLock(s) {
				b.lose(s, path, noText)
			}
			return nil
		}
	case input.Struct:
		return b.view(s, path, depth)
	case input.Pointer:
		return b.target(s, path, depth)
	case input.Slice, input.Array, input.Map:
		if f.Kind = List; s.typ.Kind == input.Map {
			f.Kind = Table
		}
		if f.Elem = b.form(b.part(s, 0), path, depth); f.Elem == nil || s.typ.Kind == input.Map && b.Nameable(syntax.Underlying(s.goType).(*types.Map).Key()) != nil {
			return b.outline(s)
		}
	case input.Dynamic:
		return b.held(s, path, depth)
	default:
		if err := b.Nameable(s.goType); err != nil {
			b.lose(s, path, err.Error())
		}
		return nil
	}
	return f
}

// outline is the form of a slot whose contents are not compared: its length, or whether it is
// nil.
func (b *builder) outline(s *slot) *Form {
	f := &Form{Kind: NotNil, Type: s.typ, GoType: s.goType}
	switch s.typ.Kind {
	case input.Slice, input.Map:
		if !s.sizeVaries {
			f.Kind = Length
			return f
		}
	case input.Pointer, input.Dynamic, input.Error, input.Opaque:
	default:
		return nil
	}
	if s.nilVaries {
		return nil
	}
	return f
}

// isWhole reports whether the values in a slot are compared as they are: their type can be
// named, and no value of the type has parts without a literal. An interface is asked for the
// values that it holds.
func (b *builder) isWhole(s *slot) bool {
	return b.Nameable(s.goType) == nil && !isPartial(s.typ) && !slices.ContainsFunc(s.reach(), b.isUnclean)
}

// isPartial reports whether values of a type may have parts without a literal.
func isPartial(t *input.Type) bool {
	return t.Has(false, func(t *input.Type) bool {
		return t.Kind == input.Error || t.Kind == input.Opaque || t.Kind == input.Sealed || t.Kind == input.Struct && t.Hidden > 0
	})
}

// isUnclean reports whether some value in a slot lacks a literal or must not be compared.
func (b *builder) isUnclean(s *slot) bool {
	if s.silent != "" || s.unwritable || s.nan {
		return true
	}
	for i, p := range s.shape.parts {
		if s.typ.Kind == input.Dynamic && (isPartial(p.typ) || b.Nameable(p.goType) != nil) {
			return true
		}
		if s.typ.Kind == input.Struct && b.Hides(s.typ.Fields[i].Name) && p.nonzero {
			return true
		}
	}
	return false
}

// view chooses the form of a struct.
func (b *builder) view(s *slot, path string, depth int) *Form {
	if s.shape.form != nil {
		return s.shape.form
	}
	if len(s.typ.Fields) == 0 {
		if !syntax.HoldsLock(s.goType) {
			b.lose(s, path, noText)
		}
		return nil
	}
	if depth >= b.views {
		b.lose(s, path, "it is nested too deep")
		return nil
	}
	if err := b.Nameable(s.goType); err != nil {
		b.lose(s, path, err.Error())
		return nil
	}
	f := &Form{Kind: View, Type: s.typ, GoType: s.goType}
	s.shape.form = f
	for i, field := range s.typ.Fields {
		p := b.part(s, i)
		at := path + "." + field.Name
		switch {
		case field.Name == input.HiddenFields:
		case len(s.typ.Fields) > maxFields && !p.nonzero && p.silent == "":
		case b.Hides(field.Name):
			b.lose(p, at, "the field is not exported")
		default:
			if inner := b.form(p, at, depth+1); inner != nil {
				f.Fields = append(f.Fields, FieldForm{field.Name, i, inner})
			}
		}
	}
	if len(f.Fields) == 0 {
		s.shape.form = nil
		return nil
	}
	return f
}

// isLock reports whether the values in a slot are structs of package sync. No comment says that these are not
// compared.
func isLock(s *slot) bool {
	named, ok := types.Unalias(s.goType).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync"
}

// target chooses the form of a pointer.
func (b *builder) target(s *slot, path string, depth int) *Form {
	elem := b.form(b.part(s, 0), path, depth)
	switch {
	case elem == nil:
		return b.outline(s)
	case elem.Kind == Text && elem.Type.Kind == input.Sealed:
		return &Form{Kind: Text, Type: s.typ, GoType: s.goType}
	}
	return &Form{Kind: Target, Type: s.typ, GoType: s.goType, Elem: elem}
}

// held chooses the form of an interface.
func (b *builder) held(s *slot, path string, depth int) *Form {
	if s.shape.form != nil {
		return s.shape.form
	}
	f := &Form{Kind: Held, Type: s.typ, GoType: s.goType, Held: map[int]*Form{}}
	s.shape.form = f
	for i, p := range s.shape.parts {
		alt := &s.typ.Alts[i]
		if alt.Decl != nil {
			continue // a stub
		}
		if err := b.Nameable(p.goType); err != nil {
			b.lose(s, path, err.Error())
			s.shape.form = nil
			return b.outline(s)
		}
		f.Held[i] = b.form(p, path, depth)
	}
	return f
}

// choose builds the form of the root of a survey. A form whose literals are too long is built
// again with fewer views around one another.
func (d *decider) choose(sv *survey, root *slot, name string, values []*value.Value) (*Form, []loss) {
	for views := maxNested; ; views-- {
		for _, sh := range sv.shapes {
			sh.form = nil
		}
		b := &builder{survey: sv, views: views}
		f := b.form(root, name, 0)
		if f == nil || views == 1 || !tooLong(f, values) {
			return f, b.losses
		}
	}
}

func tooLong(f *Form, values []*value.Value) bool {
	for _, v := range values {
		if v != nil && f.size(v) > maxView {
			return true
		}
	}
	return false
}

// leftOutReason says why the worker did not report a value.
func leftOutReason(v *value.Value) string {
	if v.Type.Kind == input.Dynamic {
		return "the value holds an interface value that cannot be written out"
	}
	return "the value is too large or too deep to report"
}
