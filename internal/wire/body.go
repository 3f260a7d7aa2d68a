package wire

import (
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

func (m *Init) encode(e *encoder) {
	e.uint(uint64(m.Version))
	e.uint(uint64(m.Conditions))
	e.uint(uint64(m.Slots))
	e.uint(m.Fuel)
	e.uint(uint64(m.MaxStack))
	e.int(m.MemoryLimit)
	e.sites(m.Sites)
	e.bool(m.Timers)
	e.bool(m.Mute)
}

func (m *Init) decode(d *decoder) {
	m.Version = d.small()
	m.Conditions = d.small()
	m.Slots = d.small()
	m.Fuel = d.uint()
	m.MaxStack = d.small()
	m.MemoryLimit = d.int()
	m.Sites = d.sites()
	m.Timers = d.bool()
	m.Mute = d.bool()
}

func (m *Ready) encode(e *encoder) {
	e.uint(uint64(len(m.Entries)))
	for _, s := range m.Entries {
		e.string(s)
	}
}

func (m *Ready) decode(d *decoder) {
	n := count[string](d, 1)
	m.Entries = slices.Grow(m.Entries, n)
	for range n {
		m.Entries = append(m.Entries, d.string())
	}
}

func (m *SearchJob) encode(e *encoder) {
	e.uint(uint64(m.ID))
	e.uint(uint64(m.Entry))
	e.signature(m.Signature)
	e.target(&m.Target)
	e.byte(byte(m.Maximize))
	e.uint(uint64(len(m.Modes)))
	for _, v := range m.Modes {
		e.byte(byte(v))
	}
	e.byte(byte(m.Algorithm))
	e.bool(m.Lexicographic)
	e.bool(m.Paper)
	e.bool(m.Last)
	e.fixed(m.Seed)
	e.uint(m.Evaluations)
	e.uint(m.Fuel)
	e.uint(uint64(m.Crashes))
	e.uint32s(m.Covered)
	e.panics(m.Panics)
	e.uint32s(m.Enough)
	e.vectors(m.Starts)
	e.seeds(&m.Seeds)
	e.limits(&m.Limits)
	e.vectors(m.Avoid)
}

func (m *SearchJob) decode(d *decoder) {
	m.ID = d.uint32()
	m.Entry = d.small()
	m.Signature = d.signature()
	d.target(&m.Target)
	m.Maximize = Metric(d.byte2(int(NumMetrics)))
	n := count[search.Mode](d, 1)
	for range n {
		m.Modes = append(m.Modes, search.Mode(d.byte2(int(search.NumModes))))
	}
	m.Algorithm = Algorithm(d.byte2(int(NumAlgorithms)))
	m.Lexicographic = d.bool()
	m.Paper = d.bool()
	m.Last = d.bool()
	m.Seed = d.fixed()
	m.Evaluations = d.uint()
	m.Fuel = d.uint()
	m.Crashes = d.small()
	m.Covered = d.uint32s()
	m.Panics = d.panics()
	m.Enough = d.uint32s()
	m.Starts = d.vectors()
	d.seeds(&m.Seeds)
	d.limits(&m.Limits)
	m.Avoid = d.vectors()
}

func (e *encoder) target(t *Target) {
	e.uint(uint64(t.Branch))
	e.uint(uint64(t.Site))
	e.uint(uint64(len(t.Table)))
	for _, r := range t.Table {
		e.uint(uint64(r.Cond))
		e.uint(uint64(r.Level))
		e.byte(r.Away)
	}
	e.uint(uint64(len(t.Nodes)))
	for _, n := range t.Nodes {
		e.uint(uint64(n.Cond))
		e.words(n.Program)
	}
	e.uint(uint64(len(t.Links)))
	for _, l := range t.Links {
		e.uint(uint64(l.Branch))
		e.uint(uint64(l.Asked))
		e.uint(uint64(len(l.Parts)))
		for _, p := range l.Parts {
			e.uint(uint64(p.Answer))
			e.uint(uint64(p.Level))
		}
	}
	e.uint(uint64(len(t.Tails)))
	for _, p := range t.Tails {
		e.uint(uint64(p.Answer))
		e.uint(uint64(p.As))
	}
	e.bool(t.Coarse)
	e.bool(t.Boundary)
}

func (d *decoder) target(t *Target) {
	t.Branch = d.uint32()
	t.Site = d.uint32()
	if n := count[Divergence](d, 3); n > 0 {
		t.Table = make([]Divergence, n)
		for i := range t.Table {
			t.Table[i] = Divergence{d.uint32(), d.small(), d.byte2(4)}
		}
	}
	if n := count[Node](d, 2); n > 0 {
		t.Nodes = make([]Node, n)
		for i := range t.Nodes {
			t.Nodes[i] = Node{d.uint32(), d.words()}
		}
	}
	if n := count[Link](d, 3); n > 0 {
		t.Links = make([]Link, n)
		for i := range t.Links {
			l := &t.Links[i]
			l.Branch, l.Asked = d.uint32(), d.uint32()
			if n := count[Part](d, 2); n > 0 {
				l.Parts = make([]Part, n)
				for i := range l.Parts {
					l.Parts[i] = Part{Answer: d.uint32(), Level: d.uint32()}
				}
			}
		}
	}
	if n := count[Tail](d, 2); n > 0 {
		t.Tails = make([]Tail, n)
		for i := range t.Tails {
			t.Tails[i] = Tail{Answer: d.uint32(), As: d.uint32()}
		}
	}
	t.Coarse = d.bool()
	t.Boundary = d.bool()
}

func (e *encoder) seeds(s *input.Seeds) {
	e.uint(uint64(len(s.Ints)))
	for _, v := range s.Ints {
		e.int(v)
	}
	e.uint(uint64(len(s.Floats)))
	for _, v := range s.Floats {
		e.float(v)
	}
	e.uint(uint64(len(s.Strings)))
	for _, v := range s.Strings {
		e.string(v)
	}
}

func (d *decoder) seeds(s *input.Seeds) {
	n := count[int64](d, 1)
	s.Ints = slices.Grow(s.Ints, n)
	for range n {
		s.Ints = append(s.Ints, d.int())
	}
	n = count[float64](d, 8)
	s.Floats = slices.Grow(s.Floats, n)
	for range n {
		s.Floats = append(s.Floats, d.float())
	}
	n = count[string](d, 1)
	s.Strings = slices.Grow(s.Strings, n)
	for range n {
		s.Strings = append(s.Strings, d.string())
	}
}

func (e *encoder) limits(l *input.Limits) {
	e.uint(uint64(l.Len))
	e.uint(uint64(l.Steps))
	e.uint(uint64(l.Depth))
	e.uint(uint64(l.Words))
	e.bool(l.Finite)
	e.bool(l.Modest)
}

func (d *decoder) limits(l *input.Limits) {
	l.Len = d.small()
	l.Steps = d.small()
	l.Depth = d.small()
	l.Words = d.small()
	l.Finite = d.bool()
	l.Modest = d.bool()
}

func (m *Found) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.uint(m.Evaluations)
	e.words(m.Vector)
	e.uint32s(m.Branches)
	e.uint(uint64(m.Panic))
	e.bool(m.Panicked)
	e.uint(m.Cost)
}

func (m *Found) decode(d *decoder) {
	m.Job = d.uint32()
	m.Evaluations = d.uint()
	m.Vector = d.words()
	m.Branches = d.uint32s()
	m.Panic = Panic(d.uint32())
	m.Panicked = d.bool()
	m.Cost = d.uint()
}

func (m *SearchResult) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.byte(byte(m.Status))
	e.fixed(m.Seed)
	e.uint(m.Evaluations)
	e.uint(m.CacheHits)
	e.uint(m.Restarts)
	e.uint(m.Unbuilt)
	e.uint(m.Cost)
	e.uint(uint64(len(m.Bests)))
	for i := range m.Bests {
		e.byte(byte(m.Bests[i].Mode))
		e.fitness(&m.Bests[i].Fitness)
		e.words(m.Bests[i].Vector)
	}
	e.seeds(&m.Operands)
	e.falls(m.Falls)
}

func (m *SearchResult) decode(d *decoder) {
	m.Job = d.uint32()
	m.Status = search.Status(d.byte2(int(search.NumStatus)))
	m.Seed = d.fixed()
	m.Evaluations = d.uint()
	m.CacheHits = d.uint()
	m.Restarts = d.uint()
	m.Unbuilt = d.uint()
	m.Cost = d.uint()
	n := count[Best](d, 12)
	m.Bests = slices.Grow(m.Bests, n)
	for range n {
		var b Best
		b.Mode = search.Mode(d.byte2(int(search.NumModes)))
		d.fitness(&b.Fitness)
		b.Vector = d.words()
		m.Bests = append(m.Bests, b)
	}
	d.seeds(&m.Operands)
	m.Falls = d.falls()
}

func (e *encoder) fitness(f *search.Fitness) {
	e.float(f.Value)
	e.uint(uint64(f.Level))
	e.bool(f.Answer)
	e.uint(uint64(f.N))
	for _, x := range f.Exact[:f.N] {
		e.uint(x)
	}
}

func (d *decoder) fitness(f *search.Fitness) {
	f.Value = d.float()
	f.Level = d.small()
	f.Answer = d.bool()
	f.N = int(d.below(search.MaxExact + 1))
	for i := range f.N {
		f.Exact[i] = d.uint()
	}
	f.Sane()
}

func (m *RunJob) encode(e *encoder) {
	e.uint(uint64(m.ID))
	e.uint(uint64(m.Entry))
	e.words(m.Vector)
	e.bool(m.Patient)
}

func (m *RunJob) decode(d *decoder) {
	m.ID = d.uint32()
	m.Entry = d.small()
	m.Vector = d.words()
	m.Patient = d.bool()
}

func (m *ShrinkJob) encode(e *encoder) {
	e.uint(uint64(m.ID))
	e.uint(uint64(m.Entry))
	e.signature(m.Signature)
	e.limits(&m.Limits)
	e.words(m.Vector)
	e.uint32s(m.Keep)
	e.uint(uint64(m.Panic))
	e.uint(m.Evaluations)
	e.vectors(m.Avoid)
	e.vectors(m.Unlike)
	e.uint(uint64(m.Boundary))
	e.int(m.Now)
}

func (m *ShrinkJob) decode(d *decoder) {
	m.ID = d.uint32()
	m.Entry = d.small()
	m.Signature = d.signature()
	d.limits(&m.Limits)
	m.Vector = d.words()
	m.Keep = d.uint32s()
	m.Panic = Panic(d.uint32())
	m.Evaluations = d.uint()
	m.Avoid = d.vectors()
	m.Unlike = d.vectors()
	m.Boundary = d.uint32()
	m.Now = d.int()
}

func (m *RunResult) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.words(m.Vector)
	e.uint(m.Evaluations)
	e.byte(byte(m.Outcome))
	e.string(m.Text)
	e.string(m.GoType)
	e.words(m.Out)
	e.uint32s(m.Covered)
	e.uint(m.Cost)
	e.uint(uint64(m.Site))
	e.uint(uint64(m.Left))
}

func (m *RunResult) decode(d *decoder) {
	m.Job = d.uint32()
	m.Vector = d.words()
	m.Evaluations = d.uint()
	m.Outcome = Outcome(d.byte2(int(NumOutcomes)))
	m.Text = d.string()
	m.GoType = d.string()
	m.Out = d.words()
	m.Covered = d.uint32s()
	m.Cost = d.uint()
	m.Site = d.uint32()
	m.Left = d.uint32()
}

func (m *Fault) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.string(m.Text)
}

func (m *Fault) decode(d *decoder) {
	m.Job = d.uint32()
	m.Text = d.string()
}

func (*Stop) encode(*encoder) {}
func (*Stop) decode(*decoder) {}
