package wire_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"testing/iotest"

	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/search"

	"pgregory.net/rapid"
)

// node is type Node struct { key int64; next *Node; kids []Node; m map[string][2]bool }.
func node() *input.Type {
	n := &input.Type{Kind: input.Struct, Go: "Node"}
	n.Fields = []input.Field{
		{Name: "key", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}},
		{Name: "next", Type: &input.Type{Kind: input.Pointer, Go: "*Node", Elem: n}},
		{Name: "kids", Type: &input.Type{Kind: input.Slice, Go: "[]Node", Elem: n}},
		{Name: "m", Type: &input.Type{Kind: input.Map, Go: "map[string][2]bool",
			Key:  &input.Type{Kind: input.String, Go: "string"},
			Elem: &input.Type{Kind: input.Array, Go: "[2]bool", Len: 2, Elem: &input.Type{Kind: input.Bool, Go: "bool"}}}},
	}
	return n
}

func signature() *input.Signature {
	n := node()
	return &input.Signature{
		Name:     "(*Node).Walk",
		Recv:     &input.Field{Name: "n", Type: &input.Type{Kind: input.Pointer, Go: "*Node", Elem: n}},
		Params:   []input.Field{{Name: "f", Type: &input.Type{Kind: input.Float, Bits: 32, Go: "float32"}}, {Name: "r", Type: reader()}},
		Variadic: true,
		Globals:  []input.Field{{Name: "state", Type: n}},
	}
}

// reader is an interface: nil, a constructor that may fail, or a wrapper of
// another one with calls behind it.
func reader() *input.Type {
	text := &input.Type{Kind: input.String, Go: "string"}
	r := &input.Type{Kind: input.Choice, Go: "io.Reader"}
	step := &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Reset"}, {Name: "Swap", Fields: []input.Field{{Name: "r", Type: r}}}}}
	r.Alts = []input.Alt{
		{Name: "nil", Rare: true},
		{Name: "Open", Fields: []input.Field{{Name: "name", Type: text}}, Fails: true, Runs: true},
		{Name: "Wrap", Fields: []input.Field{{Name: "r", Type: r}, {Name: "n", Type: node()}}, Runs: true,
			Steps: &input.Type{Kind: input.Slice, Elem: step}},
	}
	return r
}

func words(t *rapid.T, label string) []uint64 {
	ws := rapid.SliceOfN(rapid.Uint64(), 0, 9).Draw(t, label)
	if len(ws) == 0 {
		return nil
	}
	return ws
}

func branches(t *rapid.T, label string) []uint32 {
	bs := rapid.SliceOfN(rapid.Uint32(), 0, 9).Draw(t, label)
	if len(bs) == 0 {
		return nil
	}
	return bs
}

func vectors(t *rapid.T, label string) [][]uint64 {
	var vs [][]uint64
	for range rapid.IntRange(0, 3).Draw(t, label+" count") {
		vs = append(vs, words(t, label))
	}
	return vs
}

func seeds(t *rapid.T) (s input.Seeds) {
	for range rapid.IntRange(0, 3).Draw(t, "seeds") {
		s.Ints = append(s.Ints, rapid.Int64().Draw(t, "int"))
		s.Floats = append(s.Floats, rapid.Float64().Draw(t, "float"))
		s.Strings = append(s.Strings, rapid.String().Draw(t, "string"))
	}
	return s
}

func fitness(t *rapid.T) search.Fitness {
	f := search.Fitness{Value: rapid.Float64().Draw(t, "value"), Level: rapid.IntRange(0, 99).Draw(t, "level"), Answer: rapid.Bool().Draw(t, "answer")}
	f.N = rapid.IntRange(0, search.MaxExact).Draw(t, "n")
	for i := range f.N {
		f.Exact[i] = rapid.Uint64().Draw(t, "exact")
	}
	f.Sane() // as it is read
	return f
}

func target(t *rapid.T) (m wire.Target) {
	small := rapid.IntRange(0, math.MaxInt32)
	m.Branch = rapid.Uint32().Draw(t, "branch")
	m.Site = rapid.Uint32().Draw(t, "site")
	m.Boundary, m.Coarse = rapid.Bool().Draw(t, "equal"), rapid.Bool().Draw(t, "coarse")
	for range rapid.IntRange(0, 3).Draw(t, "links") {
		l := wire.Link{Branch: rapid.Uint32().Draw(t, "branch"), Asked: rapid.Uint32().Draw(t, "asked")}
		for range rapid.IntRange(0, 2).Draw(t, "parts") {
			l.Parts = append(l.Parts, wire.Part{Answer: rapid.Uint32().Draw(t, "answer"), Level: rapid.Uint32().Draw(t, "level")})
		}
		m.Links = append(m.Links, l)
	}
	for range rapid.IntRange(0, 2).Draw(t, "tails") {
		m.Tails = append(m.Tails, wire.Tail{Answer: rapid.Uint32().Draw(t, "answer"), As: rapid.Uint32().Draw(t, "as")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "rows") {
		m.Table = append(m.Table, wire.Divergence{Cond: rapid.Uint32().Draw(t, "cond"),
			Level: small.Draw(t, "level"), Away: byte(rapid.IntRange(0, 3).Draw(t, "away"))})
		m.Nodes = append(m.Nodes, wire.Node{Cond: rapid.Uint32().Draw(t, "cond"), Program: words(t, "program")})
	}
	return m
}

func sites(t *rapid.T) (list []wire.Site) {
	small := rapid.IntRange(0, math.MaxInt32)
	for range rapid.IntRange(0, 3).Draw(t, "sites") {
		list = append(list, wire.Site{File: rapid.SampledFrom([]string{"a.go", "b.go", ""}).Draw(t, "file"), Line: small.Draw(t, "line"),
			End: small.Draw(t, "end"), Kind: wire.SiteKind(rapid.IntRange(0, int(wire.NumSiteKinds)-1).Draw(t, "kind"))})
	}
	return list
}

func panics(t *rapid.T) (list []wire.Panic) {
	for _, b := range branches(t, "panics") {
		list = append(list, wire.Panic(b))
	}
	return list
}

// TestPanicAt reads what a Panic was made of.
func TestPanicAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		site := rapid.IntRange(0, 1<<28).Draw(t, "site")
		setup := input.Setup(rapid.IntRange(0, int(input.NumSetups)-1).Draw(t, "setup"))
		if p := wire.PanicAt(site, setup); p == 0 || p.Site() != site || p.Setup() != setup {
			t.Fatalf("PanicAt(%d, %d) = %d: site %d, setup %d", site, setup, p, p.Site(), p.Setup())
		}
	})
}

func message(t *rapid.T) wire.Message {
	u32 := rapid.Uint32()
	u64 := rapid.Uint64()
	small := rapid.IntRange(0, math.MaxInt32)
	switch rapid.IntRange(1, 14).Draw(t, "type") {
	case 1:
		return &wire.Init{Version: wire.Version, Conditions: small.Draw(t, "c"), Slots: small.Draw(t, "s"),
			Fuel: u64.Draw(t, "f"), MaxStack: small.Draw(t, "m"), MemoryLimit: rapid.Int64().Draw(t, "l"), Sites: sites(t), Timers: rapid.Bool().Draw(t, "timers"), Mute: rapid.Bool().Draw(t, "mute")}
	case 2:
		m := &wire.Ready{}
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			m.Entries = append(m.Entries, rapid.String().Draw(t, "entry"))
			m.Searches = append(m.Searches, rapid.String().Draw(t, "search"))
		}
		return m
	case 3:
		m := &wire.SearchJob{ID: u32.Draw(t, "id"), Entry: small.Draw(t, "entry"), Seed: u64.Draw(t, "seed"),
			Evaluations: u64.Draw(t, "evals"), Fuel: u64.Draw(t, "fuel"), Crashes: small.Draw(t, "crashes"), Lexicographic: rapid.Bool().Draw(t, "lex"),
			Paper: rapid.Bool().Draw(t, "paper"), Last: rapid.Bool().Draw(t, "last"), Norm: wire.Norm(rapid.IntRange(0, wire.NumNorms-1).Draw(t, "norm")), Algorithm: wire.Lattice, Maximize: wire.Branches,
			Covered: branches(t, "covered"), Panics: panics(t), Enough: branches(t, "enough"), Starts: vectors(t, "starts"),
			Avoid: vectors(t, "avoid"), Seeds: seeds(t), Limits: input.Limits{Len: 7, Steps: 3, Depth: 2, Words: small.Draw(t, "words"), Finite: true}}
		if rapid.Bool().Draw(t, "signature") {
			m.Signature = signature()
			m.Modes = []search.Mode{search.Symbolic, search.Standard}
		}
		m.Target = target(t)
		return m
	case 4:
		return &wire.Found{Job: u32.Draw(t, "job"), Evaluations: u64.Draw(t, "e"), Vector: words(t, "v"), Branches: branches(t, "b"), Panic: wire.Panic(u32.Draw(t, "panic")),
			Panicked: rapid.Bool().Draw(t, "panicked"), Cost: u64.Draw(t, "cost")}
	case 5:
		m := &wire.SearchResult{Job: u32.Draw(t, "job"), Status: search.Stagnated, Seed: u64.Draw(t, "s"), Evaluations: u64.Draw(t, "e"),
			CacheHits: u64.Draw(t, "h"), Restarts: u64.Draw(t, "r"), Unbuilt: u64.Draw(t, "u"), Cost: u64.Draw(t, "c"), Operands: seeds(t)}
		for range rapid.IntRange(0, 2).Draw(t, "bests") {
			m.Bests = append(m.Bests, wire.Best{Mode: search.Symbolic, Fitness: fitness(t), Vector: words(t, "best")})
		}
		return m
	case 6:
		return &wire.RunJob{ID: u32.Draw(t, "id"), Entry: small.Draw(t, "e"), Vector: words(t, "v"), Patient: rapid.Bool().Draw(t, "patient")}
	case 7:
		return &wire.ShrinkJob{ID: u32.Draw(t, "id"), Entry: small.Draw(t, "e"), Signature: signature(), Vector: words(t, "v"),
			Keep: branches(t, "k"), Panic: wire.Panic(u32.Draw(t, "panic")), Evaluations: u64.Draw(t, "n"), Avoid: vectors(t, "avoid"), Unlike: vectors(t, "unlike"), Boundary: u32.Draw(t, "boundary"), Now: rapid.Int64().Draw(t, "now")}
	case 8:
		return &wire.RunResult{Job: u32.Draw(t, "job"), Vector: words(t, "v"), Evaluations: u64.Draw(t, "n"),
			Outcome: wire.Outcome(rapid.IntRange(0, int(wire.NumOutcomes)-1).Draw(t, "o")), Text: rapid.String().Draw(t, "text"),
			GoType: "error", Out: words(t, "out"), Covered: branches(t, "c"), Cost: u64.Draw(t, "cost"), Site: u32.Draw(t, "site"), Left: u32.Draw(t, "left")}
	case 9:
		return &wire.Fault{Job: u32.Draw(t, "job"), Text: rapid.String().Draw(t, "text")}
	case 10:
		m := &wire.BatchJob{ID: u32.Draw(t, "id"), Entry: small.Draw(t, "entry"), Mode: search.Symbolic,
			Paper: rapid.Bool().Draw(t, "paper"), Last: rapid.Bool().Draw(t, "last"), Norm: wire.Norm(rapid.IntRange(0, wire.NumNorms-1).Draw(t, "norm")),
			First: rapid.Bool().Draw(t, "first"), Fuel: u64.Draw(t, "fuel"), Covered: branches(t, "covered"), Panics: panics(t),
			Vectors: vectors(t, "vectors"), Avoid: vectors(t, "avoid")}
		if rapid.Bool().Draw(t, "signature") {
			m.Signature = signature()
		}
		for range rapid.IntRange(0, 3).Draw(t, "targets") {
			m.Targets = append(m.Targets, target(t))
		}
		return m
	case 13:
		return &wire.MeasureJob{ID: u32.Draw(t, "id"), Entry: small.Draw(t, "entry"), Vectors: vectors(t, "vectors"), Fuel: u64.Draw(t, "fuel"),
			Trace: rapid.IntRange(0, wire.MaxTrace).Draw(t, "trace"), Branches: rapid.Bool().Draw(t, "branches"), Results: rapid.Bool().Draw(t, "results"), Avoid: vectors(t, "avoid")}
	case 14:
		m := &wire.MeasureResult{Job: u32.Draw(t, "job")}
		for range rapid.IntRange(0, 3).Draw(t, "runs") {
			m.Runs = append(m.Runs, wire.Measured{Outcome: wire.Outcome(rapid.IntRange(0, int(wire.NumOutcomes)-1).Draw(t, "o")), Avoided: rapid.Bool().Draw(t, "avoided"),
				Text: rapid.String().Draw(t, "text"), GoType: "int", Out: words(t, "out"), Trace: branches(t, "trace"),
				Cost: wire.Cost{Statements: u64.Draw(t, "statements"), Branches: u64.Draw(t, "branches")}})
		}
		return m
	case 11:
		m := &wire.BatchResult{Job: u32.Draw(t, "job"), Evaluations: u64.Draw(t, "e"), Unbuilt: u64.Draw(t, "u"), Cost: u64.Draw(t, "c")}
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			var row []search.Fitness
			for range rapid.IntRange(0, 3).Draw(t, "columns") {
				row = append(row, fitness(t))
			}
			m.Fitness = append(m.Fitness, row)
		}
		return m
	default:
		return &wire.Stop{}
	}
}

// TestRoundTrip is the law of the codec: what is read is what was written,
// recursive types included, through a stream that comes byte by byte.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream bytes.Buffer
		sent := []wire.Message{message(t), message(t)}
		for _, m := range sent {
			if err := wire.Write(&stream, m); err != nil {
				t.Fatal(err)
			}
		}
		r := wire.NewReader(iotest.OneByteReader(&stream))
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

// TestTruncated cuts frames everywhere: an error, never a panic, never a
// message.
func TestTruncated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := wire.Marshal(message(t))
		for n := 4; n < len(b); n++ {
			if m, err := wire.Unmarshal(b[4:n]); err == nil {
				t.Fatalf("%d of %d bytes decoded as %+v", n, len(b), m)
			}
		}
		if len(b) > 5 {
			_, err := wire.NewReader(bytes.NewReader(b[:len(b)-1])).Read()
			if err != io.ErrUnexpectedEOF {
				t.Fatalf("cut stream: %v", err)
			}
		}
		if _, err := wire.Unmarshal(append(b[4:], 0)); err == nil {
			t.Fatal("a byte too many passed")
		}
	})
}

// TestCorruptLength gives lengths and counts far beyond the data: the reader
// must not allocate what it is told to.
func TestCorruptLength(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := wire.NewReader(bytes.NewReader([]byte{0, 0, 0, 0x0f, 1})).Read()
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("short stream: %v", err)
	}
	if _, err = wire.NewReader(bytes.NewReader([]byte{0xff, 0xff, 0xff, 0xff})).Read(); err == nil {
		t.Error("a frame of 4 GB passed")
	}
	for typ := 0; typ < 256; typ++ {
		for _, n := range []int{1, 2, 3, 4, 5} {
			b := append([]byte{byte(typ)}, bytes.Repeat([]byte{0}, n-1)...)
			b = append(b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
			if m, err := wire.Unmarshal(b); err == nil {
				t.Errorf("type %d decoded a lie as %+v", typ, m)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
		t.Errorf("allocated %d bytes", got)
	}
}

// TestCorruptSize gives frames of few bytes an item of which each item takes a lot of
// memory: the reader refuses the message before it takes all of that.
func TestCorruptSize(t *testing.T) {
	const items = 30 << 20
	number := []byte{0x80 | items&0x7f, 0x80 | items>>7&0x7f, 0x80 | items>>14&0x7f, items >> 21}
	body := append([]byte{byte(wire.TypeRunResult), 0, 0, 0, 0, 0, 0}, number...) // that many results
	for _, b := range [][]byte{
		append(append([]byte{byte(wire.TypeShrinkJob), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, number...), make([]byte, items)...), // vectors of 24 bytes
		append(append([]byte{byte(wire.TypeBatchResult), 0, 0, 0, 0, 1}, number...), make([]byte, 10*items)...),                 // values of more than 100
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := wire.Unmarshal(b)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%T passed", m)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
			t.Errorf("allocated %d MB for %d MB of type %d", got>>20, len(b)>>20, b[0])
		}
	}
	if m, err := wire.Unmarshal(append(append(body, make([]byte, items)...), 0, 0, 0, 0)); err != nil || len(m.(*wire.RunResult).Out) != items {
		t.Errorf("results as large as a worker's memory: %v", err)
	}
}

// TestTypeShape refuses types that no worker could decode values of.
func TestTypeShape(t *testing.T) {
	self := &input.Type{Kind: input.Array, Len: 2}
	self.Elem = self
	ring := &input.Type{Kind: input.Struct}
	ring.Fields = []input.Field{{Name: "a", Type: &input.Type{Kind: input.Array, Len: 1, Elem: ring}}}
	own := &input.Type{Kind: input.Choice}
	own.Alts = []input.Alt{{Name: "again", Fields: []input.Field{{Name: "a", Type: own}}}}
	number := &input.Type{Kind: input.Int, Bits: 8}
	for _, bad := range []*input.Type{
		self, ring, own, {Kind: input.Choice},
		{Kind: input.Choice, Alts: []input.Alt{{Steps: number}}},
		{Kind: input.Choice, Alts: []input.Alt{{Steps: &input.Type{Kind: input.Slice, Elem: number}}}},
		{Kind: input.Slice}, {Kind: input.Pointer}, {Kind: input.Array, Len: 3},
		nested(5), {Kind: input.Array, Len: 1 << 30, Elem: &input.Type{Kind: input.Struct}},
		{Kind: input.Map, Elem: node()}, {Kind: input.Int, Bits: 7}, {Kind: input.Float, Bits: 16},
	} {
		s := &input.Signature{Params: []input.Field{{Name: "x", Type: bad}}}
		b := wire.Marshal(&wire.ShrinkJob{Signature: s})
		if _, err := wire.Unmarshal(b[4:]); err == nil {
			t.Errorf("type %+v passed", bad)
		}
	}
}

// nested is an array of arrays, each of 100 of those within.
func nested(depth int) *input.Type {
	if depth == 0 {
		return &input.Type{Kind: input.Int, Bits: 8}
	}
	return &input.Type{Kind: input.Array, Len: 100, Elem: nested(depth - 1)}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(wire.Marshal(&wire.ShrinkJob{Signature: signature(), Vector: []uint64{1, math.MaxUint64}})[4:])
	f.Add(wire.Marshal(&wire.SearchJob{Signature: signature(), Modes: []search.Mode{search.Symbolic}})[4:])
	f.Add(wire.Marshal(&wire.SearchResult{Bests: []wire.Best{{Vector: []uint64{7}}}})[4:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := wire.Unmarshal(b)
		if err != nil {
			return
		}
		again, err := wire.Unmarshal(wire.Marshal(m)[4:])
		if err != nil {
			t.Fatalf("%+v does not survive: %v", m, err)
		}
		if first := wire.Marshal(m); !bytes.Equal(first, wire.Marshal(again)) {
			t.Fatalf("%+v became %+v", m, again)
		}
	})
}

// TestSharedMessage: goroutines may write what they share at the same time; the race
// detector watches.
func TestSharedMessage(t *testing.T) {
	shared := signature()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			wire.Marshal(&wire.SearchJob{Signature: shared, Seeds: input.Seeds{Floats: []float64{1}}})
		})
	}
	all.Wait()
}
