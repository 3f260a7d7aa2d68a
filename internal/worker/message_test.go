package worker

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/search"

	"pgregory.net/rapid"
)

// list is a recursive type: a node with a number, more nodes and a way to make it.
func list() *input.Type {
	node := &input.Type{Kind: input.Struct, Go: "Node"}
	next := &input.Type{Kind: input.Pointer, Go: "*Node", Elem: node}
	node.Fields = []input.Field{{Name: "N", Type: tInt64}, {Name: "Next", Type: next}, {Name: "More", Type: &input.Type{Kind: input.Slice, Elem: next}}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Reset"}}}}
	return &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "nil", Rare: true}, {Name: "New", Fields: node.Fields, RunsCode: true, Steps: steps}}}
}

// fill draws what a message holds.
func fill(t *rapid.T, v reflect.Value) {
	draw := func(most uint64) uint64 { return rapid.Uint64Range(0, most).Draw(t, v.Type().String()) }
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(draw(1) == 1)
	case reflect.Int:
		v.SetInt(int64(draw(math.MaxInt32)))
	case reflect.Int64:
		v.SetInt(int64(draw(math.MaxUint64)))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	case reflect.String:
		v.SetString(rapid.String().Draw(t, "string"))
	case reflect.Slice:
		if n := int(draw(3)); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Pointer:
		if draw(2) == 0 {
			return
		}
		if v.Type() == reflect.TypeFor[*input.Signature]() {
			shared := list()
			recv := input.Field{Name: "r", Type: shared}
			v.Set(reflect.ValueOf(&input.Signature{Name: "F", Recv: &recv, Params: []input.Field{recv, {Name: "x", Type: tString}}, Variadic: true}))
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		if f, ok := v.Addr().Interface().(*search.Fitness); ok {
			*f = search.Fitness{Value: rapid.Float64Min(0).Draw(t, "value"), Level: int(draw(99)), N: int(draw(search.MaxExact))}
			for i := range f.N {
				f.Exact[i] = draw(math.MaxUint64)
			}
			return
		}
		if f, ok := v.Addr().Interface().(*input.Field); ok {
			*f = input.Field{Name: "f", Type: list()}
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Interface: // is not sent
	default:
		most := uint64(1)<<(v.Type().Bits()-1)*2 - 1
		if limit, ok := enumSizes[v.Type()]; ok {
			most = uint64(limit) - 1
		}
		v.SetUint(draw(most))
	}
}

func drawMessage(t *rapid.T) Message {
	v := reflect.New(rapid.SampledFrom(messages).Draw(t, "type"))
	fill(t, v.Elem())
	return v.Interface()
}

// TestRoundTrip is the law of the codec: what is read is what was written,
// recursive types included, through a stream that comes byte by byte.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream bytes.Buffer
		sent := []Message{drawMessage(t), drawMessage(t)}
		for _, m := range sent {
			stream.Write(Append(nil, m))
		}
		r := NewReader(iotest.OneByteReader(&stream))
		for _, m := range sent {
			got, err := r.Read()
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, m) {
				t.Fatalf("got %+v\nwant %+v", got, m)
			}
		}
		if _, err := r.Read(); err != io.EOF {
			t.Fatalf("after the last frame: %v", err)
		}
	})
}

// TestSharedTypes: a type that stands in several places is one type when it is read, and
// what only the parent needs stays there.
func TestSharedTypes(t *testing.T) {
	shared := list()
	shared.Origin, shared.Alts[1].Make = t, code.Source("New()")
	s := &input.Signature{Params: []input.Field{{Name: "a", Type: shared}, {Name: "b", Type: shared}}, Results: []input.Field{{Name: "r", Type: shared}}}
	m, err := Unmarshal(Append(nil, &ShrinkJob{Signature: s})[4:])
	if err != nil {
		t.Fatal(err)
	}
	got := m.(*ShrinkJob).Signature
	if a := got.Params[0].Type; a != got.Params[1].Type || a.Origin != nil || a.Alts[1].Make != nil || got.Results != nil {
		t.Errorf("read %+v", got)
	}
}

// TestTruncated cuts frames everywhere: an error, never a panic, never a
// message.
func TestTruncated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Append(nil, drawMessage(t))
		for n := 4; n < len(b); n++ {
			if m, err := Unmarshal(b[4:n]); err == nil {
				t.Fatalf("%d of %d bytes decoded as %+v", n, len(b), m)
			}
		}
		if len(b) > 5 {
			_, err := NewReader(bytes.NewReader(b[:len(b)-1])).Read()
			if err != io.ErrUnexpectedEOF {
				t.Fatalf("cut stream: %v", err)
			}
		}
		if _, err := Unmarshal(append(b[4:], 0)); err == nil {
			t.Fatal("a byte too many passed")
		}
	})
}

// TestCorruptLength gives lengths and counts far beyond the data: the reader
// must not allocate what it is told to.
func TestCorruptLength(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := NewReader(bytes.NewReader([]byte{0, 0, 0, 0x0f, 1})).Read()
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("short stream: %v", err)
	}
	if _, err = NewReader(bytes.NewReader([]byte{0xff, 0xff, 0xff, 0xff})).Read(); err == nil {
		t.Error("a frame of 4 GB passed")
	}
	for typ := 0; typ < 256; typ++ {
		for _, n := range []int{1, 2, 3, 4, 5} {
			b := append([]byte{byte(typ)}, bytes.Repeat([]byte{0}, n-1)...)
			b = append(b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
			if m, err := Unmarshal(b); err == nil {
				t.Errorf("type %d decoded a lie as %+v", typ, m)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
		t.Errorf("allocated %d bytes", got)
	}
}

// place is the first byte of the frames of a message.
func place(m Message) byte { return byte(slices.Index(messages, reflect.TypeOf(m).Elem())) }

// TestCorruptSize gives frames of few bytes an item of which each item takes a lot of
// memory: the reader refuses the message before it takes all of that.
func TestCorruptSize(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines")
	}
	const items = 30 << 20
	number := []byte{0x80 | items&0x7f, 0x80 | items>>7&0x7f, 0x80 | items>>14&0x7f, items >> 21}
	body := append([]byte{place(&RunResult{}), 0, 0, 0, 0, 0, 0}, number...) // that many results
	for _, b := range [][]byte{
		append(append([]byte{place(&MeasureJob{}), 0, 0}, number...), make([]byte, items)...),  // vectors of 24 bytes
		append(append([]byte{place(&BatchResult{}), 0}, number...), make([]byte, 11*items)...), // values of more than 100
		append([]byte{place(&ShrinkJob{}), 0, 0}, bytes.Repeat([]byte{1, 0, 0}, items)...),     // pointers to pointers
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := Unmarshal(b)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%T passed", m)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
			t.Errorf("allocated %d MB for %d MB of type %d", got>>20, len(b)>>20, b[0])
		}
	}
	if m, err := Unmarshal(append(append(body, make([]byte, items)...), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)); err != nil || len(m.(*RunResult).Out) != items {
		t.Errorf("results as large as a worker's memory: %v", err)
	}
}

// TestPanicAt reads what a Panic was made of.
func TestPanicAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		site := rapid.IntRange(0, 1<<28).Draw(t, "site")
		setup := input.Setup(rapid.IntRange(0, int(input.NumSetups)-1).Draw(t, "setup"))
		if p := PanicAt(site, setup); p == 0 || p.Site() != site || p.Setup() != setup {
			t.Fatalf("PanicAt(%d, %d) = %d: site %d, setup %d", site, setup, p, p.Site(), p.Setup())
		}
	})
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(Append(nil, &ShrinkJob{Signature: signature(list()), Vector: []uint64{1, math.MaxUint64}})[4:])
	f.Add(Append(nil, &SearchJob{Signature: signature(list()), Modes: []search.Mode{search.Symbolic}})[4:])
	f.Add(Append(nil, &SearchResult{Bests: []Best{{Vector: []uint64{7}}}})[4:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Unmarshal(b)
		if err != nil {
			return
		}
		again, err := Unmarshal(Append(nil, m)[4:])
		if err != nil {
			t.Fatalf("%+v does not survive: %v", m, err)
		}
		if first := Append(nil, m); !bytes.Equal(first, Append(nil, again)) {
			t.Fatalf("%+v became %+v", m, again)
		}
	})
}

// TestSharedMessage: goroutines may write what they share at the same time; the race
// detector watches.
func TestSharedMessage(t *testing.T) {
	shared := signature(list())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			Append(nil, &SearchJob{Signature: shared, Seeds: input.Seeds{Floats: []float64{1}}})
			Append(nil, &BatchResult{Fitness: []search.Fitness{{Value: 1}}})
		})
	}
	all.Wait()
}
