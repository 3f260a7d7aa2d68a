package value

import (
	"fmt"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// ErrorAlternative returns the error that a stub has to return, or nil if there is none.
func (v *Value) ErrorAlternative() *Value {
	for _, k := range v.Kids {
		if k.GoType != nil && k.GoType.String() == "error" && !k.IsNil {
			return k
		}
	}
	return nil
}

// HasConstructor reports whether a Choice has an alternative that calls a constructor and is no
// fallback.
func (v *Value) HasConstructor() bool {
	return slices.ContainsFunc(v.Type.Alts, func(a input.Alt) bool { return a.RunsCode && !a.Rare })
}

// BypassesConstructor reports whether an object was made without its constructor although it has
// one.
func (v *Value) BypassesConstructor() bool {
	return v.Type.Kind == input.Choice && !v.IsNil && v.Alt().Rare && v.HasConstructor()
}

// readChoice reads the index of an alternative, its fields, and the steps: the calls that follow on
// the value.
func (d *Decoder) readChoice(v *Value) error {
	v.Word = d.Next()
	if v.Word >= uint64(len(v.Type.Alts)) {
		return fmt.Errorf("there is no alternative %d of %s", v.Word, v.Type.Go)
	}
	alt := v.Alt()
	if err := d.readFields(v, alt.Fields); err != nil {
		return err
	}
	v.IsNil = alt.Make.IsNil() || alt.Make.Is(code.Argument) && v.Kids[0].Type.Kind == input.Pointer && v.Kids[0].IsNil && !syntax.IsInterface(v.GoType)
	if err := d.readSteps(v, alt); err != nil {
		return err
	}
	d.recordReturning(v)
	return nil
}

func (d *Decoder) readSteps(v *Value, alt *input.Alt) error {
	if alt.Steps == nil {
		return nil
	}
	w := d.Next()
	if w == 0 {
		return nil
	}
	n, err := d.length(w - 1)
	if err != nil {
		return err
	}
	for range n {
		step, err := d.Read(alt.Steps.Elem)
		if err != nil {
			return err
		}
		v.Steps = append(v.Steps, step)
	}
	return nil
}

// Alt returns the alternative that a Choice took.
func (v *Value) Alt() *input.Alt { return &v.Type.Alts[v.Word] }

// Unwrapped returns the value inside v if v is a Choice that takes a value unchanged, else v.
func (v *Value) Unwrapped() *Value {
	for v.Type.Kind == input.Choice && v.Alt().Make.Is(code.Argument) && len(v.Steps) == 0 && !v.Kids[0].IsEarlier() {
		v = v.Kids[0]
	}
	return v
}

// IsUnknown reports whether the contents of v cannot be derived from its construction.
func (v *Value) IsUnknown() bool {
	return v.Type.Kind == input.Choice && !v.IsNil && v.Unwrapped() == v
}

// TakesStatements reports whether making v takes statements: calls on an object.
func (v *Value) TakesStatements() bool {
	return v.AnyPart(func(v *Value) bool { return v.Type.Kind == input.Choice && len(v.Steps) > 0 || v.IsEarlier() })
}

// Times returns how often the step v calls its method.
func (v *Value) Times() int {
	if v.Alt().Repeats {
		return int(v.Kids[0].Word)
	}
	return 1
}

// recordReturning records v under the type that its construction, or the step v, returned, if an
// Earlier may select the returned value.
func (d *Decoder) recordReturning(v *Value) {
	if of := v.Alt().Returns; of != "" {
		if d.returned == nil {
			d.returned = map[string][]*Value{}
		}
		d.returned[of] = append(d.returned[of], v)
	}
}

// readEarlier reads the index of a value among the values of its type that earlier calls returned.
func (d *Decoder) readEarlier(v *Value) error {
	list := d.returned[v.Type.Go]
	if v.Word = d.Next(); v.Word >= uint64(len(list)) {
		return fmt.Errorf("no call has returned %s number %d", v.Type.Go, v.Word)
	}
	v.Source = list[v.Word]
	v.Source.UsedLater = true
	return nil
}

// IsEarlier reports whether v is the result of an earlier call.
func (v *Value) IsEarlier() bool { return v.Type.Kind == input.Earlier }

// UsesEarlier reports whether v, or a value inside it, is the result of an earlier call.
func (v *Value) UsesEarlier() bool { return v.AnyPart((*Value).IsEarlier) }
