package value

import (
	"errors"
	"math"
	"slices"

	"nearmiss/input"
)

// readChannelContents reads the values that were received from a channel.
func (d *Decoder) readChannelContents(v *Value) error {
	v.Word = d.Next()
	if v.IsNil = v.Word == 0; v.IsNil {
		return nil
	}
	w := d.Next()
	if v.LeftOut = w == 0 || w == input.Cut; v.LeftOut {
		return nil
	}
	n, err := d.length(w - 1)
	if err != nil {
		return err
	}
	return d.readList(v, n)
}

// readDynamic reads the dynamic value of an interface.
func (d *Decoder) readDynamic(v *Value) error {
	w := d.Next()
	alt := v.Type.HeldAlt(w)
	if v.IsNil, v.LeftOut = w == 0, w != 0 && alt == nil; alt == nil {
		return nil
	}
	v.Word = w - 2
	return d.readFields(v, alt.Fields)
}

// ErrTooLarge reports a value that has too many parts for a literal.
var ErrTooLarge = errors.New("the value is too large to write out")

// readSealed reads whether a struct is zero, and the text that its method returned.
func (d *Decoder) readSealed(v *Value) error {
	v.Word = min(d.Next(), 1)
	if v.Type.Text == "" || d.Next() != 1 {
		return nil
	}
	err := d.readText(v)
	v.TextKnown, v.LeftOut = !v.LeftOut, false
	return err
}

// maxNodes bounds the number of parts, bytes of strings included, of the values that one decoder
// reads.
const maxNodes = 1 << 16

// Decoder reads values from words; past the end it reads zeros.
type Decoder struct {
	Words []uint64
	pos   int
	nodes int

	returned map[string][]*Value // by type: the results of the calls decoded so far
}

// Next reads one word.
func (d *Decoder) Next() uint64 {
	if d.pos >= len(d.Words) {
		return 0
	}
	w := d.Words[d.pos]
	d.pos++
	return w
}

func (d *Decoder) length(w uint64) (int, error) {
	if w > maxNodes || d.nodes+int(w) > maxNodes {
		return 0, ErrTooLarge
	}
	d.nodes += int(w)
	return int(w), nil
}

// Read decodes one value of type t.
func (d *Decoder) Read(t *input.Type) (*Value, error) {
	if d.nodes++; d.nodes > maxNodes {
		return nil, ErrTooLarge
	}
	v := &Value{Type: t, GoType: GoTypeOf(t)}
	switch t.Kind {
	case input.Bool:
		v.Word = d.Next() & 1
	case input.Int:
		shift := 64 - t.Bits
		v.Word = uint64(int64(d.Next()<<shift) >> shift)
	case input.Uint:
		shift := 64 - t.Bits
		v.Word = d.Next() << shift >> shift
	case input.Float:
		v.Word = narrow(d.Next(), t.Bits == 32)
	case input.Complex:
		v.Word = narrow(d.Next(), t.Bits == 64)
		v.Imag = narrow(d.Next(), t.Bits == 64)
	case input.String:
		return v, d.readText(v)
	case input.Error:
		w := d.Next()
		v.IsNil, v.LeftOut = w == input.ErrorNil, w == input.ErrorMute
		if w >= input.ErrorForeign {
			v.Word = w - input.ErrorMute
		}
		if !v.IsNil && !v.LeftOut {
			return v, d.readText(v)
		}
	case input.Opaque:
		v.IsNil = d.Next() == 0
	case input.Dynamic:
		return v, d.readDynamic(v)
	case input.ChannelContents:
		return v, d.readChannelContents(v)
	case input.Sealed:
		return v, d.readSealed(v)
	case input.Choice:
		return v, d.readChoice(v)
	case input.Earlier:
		return v, d.readEarlier(v)
	default:
		return v, d.readParts(v)
	}
	return v, nil
}

func narrow(w uint64, half bool) uint64 {
	if half {
		return math.Float64bits(float64(float32(math.Float64frombits(w))))
	}
	return w
}

func (d *Decoder) readText(v *Value) error {
	w := d.Next()
	if v.LeftOut = w == input.Cut; v.LeftOut {
		return nil
	}
	n, err := d.length(w)
	if err != nil {
		return err
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(d.Next())
	}
	v.Text = string(b)
	return nil
}

func (d *Decoder) readParts(v *Value) error {
	switch v.Type.Kind {
	case input.Struct:
		return d.readFields(v, v.Type.Fields)
	case input.Array:
		return d.readList(v, v.Type.Len)
	}
	w := d.Next()
	if v.IsNil, v.LeftOut = w == 0, w == input.Cut; v.IsNil || v.LeftOut {
		return nil
	}
	n, err := d.length(w - 1)
	switch {
	case err != nil:
		return err
	case v.Type.Kind == input.Map:
		return d.readMap(v, n)
	case v.Type.Kind == input.Pointer:
		n = 1
	}
	return d.readList(v, n)
}

func (d *Decoder) readList(v *Value, n int) error {
	if n > maxNodes {
		return ErrTooLarge
	}
	v.Kids = make([]*Value, n)
	for i := range v.Kids {
		kid, err := d.Read(v.Type.Elem)
		if err != nil {
			return err
		}
		v.Kids[i] = kid
	}
	return nil
}

// readFields reads the named fields of a struct, or the arguments of an alternative.
func (d *Decoder) readFields(v *Value, fields []input.Field) error {
	for _, f := range fields {
		kid, err := d.Read(f.Type)
		if err != nil {
			return err
		}
		v.Kids, v.Names = append(v.Kids, kid), append(v.Names, f.Name)
	}
	return nil
}

// readMap reads n entries and sorts them by key. Of a duplicate key it keeps the last value, as
// the decoder in the worker does.
func (d *Decoder) readMap(v *Value, n int) error {
	for range n {
		k, err := d.Read(v.Type.Key)
		if err != nil {
			return err
		}
		e, err := d.Read(v.Type.Elem)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(v.Keys, func(o *Value) bool { return o.SameKey(k) })
		if at >= 0 {
			v.Kids[at] = e
			continue
		}
		v.Keys, v.Kids = append(v.Keys, k), append(v.Kids, e)
	}
	order := make([]int, len(v.Keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return v.Keys[i].Compare(v.Keys[j]) })
	keys, kids := make([]*Value, len(order)), make([]*Value, len(order))
	for i, o := range order {
		keys[i], kids[i] = v.Keys[o], v.Kids[o]
	}
	v.Keys, v.Kids = keys, kids
	return nil
}
