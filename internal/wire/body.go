package wire

import (
	"nearmiss/input"
	"nearmiss/search"
)

func (m *Init) code(c *coder) {
	c.small(&m.Version)
	c.small(&m.Conditions)
	c.small(&m.Slots)
	c.uint64(&m.Fuel)
	c.small(&m.MaxStack)
	signed(c, &m.MemoryLimit)
	file := ""
	list(c, &m.Sites, 4, func(c *coder, s *Site) { s.code(c, &file) })
	c.bools(&m.Timers, &m.Mute)
}

func (m *Ready) code(c *coder) {
	list(c, &m.Entries, 1, (*coder).string)
	list(c, &m.Searches, 1, (*coder).string)
}

func (m *SearchJob) code(c *coder) {
	uint32s(c, &m.ID)
	c.small(&m.Entry)
	c.signature(&m.Signature)
	m.Target.code(c)
	kind(c, &m.Maximize, NumMetrics)
	list(c, &m.Modes, 1, mode)
	c.string(&m.Algorithm)
	c.bools(&m.Lexicographic, &m.Paper, &m.Last)
	kind(c, &m.Norm, NumNorms)
	c.fixed(&m.Seed)
	c.uint64(&m.Evaluations)
	c.uint64(&m.Fuel)
	c.small(&m.Crashes)
	numbers(c, &m.Covered)
	numbers(c, &m.Panics)
	numbers(c, &m.Enough)
	c.vectors(&m.Starts)
	c.seeds(&m.Seeds)
	c.limits(&m.Limits)
	c.vectors(&m.Avoid)
}

func mode(c *coder, m *search.Mode) { kind(c, m, search.NumModes) }

func (t *Target) code(c *coder) {
	uint32s(c, &t.Branch)
	uint32s(c, &t.Site)
	list(c, &t.Table, 3, (*coder).divergence)
	list(c, &t.Nodes, 2, func(c *coder, n *Node) {
		uint32s(c, &n.Cond)
		c.words(&n.Program)
	})
	list(c, &t.Links, 3, func(c *coder, l *Link) {
		uint32s(c, &l.Branch)
		uint32s(c, &l.Asked)
		list(c, &l.Parts, 2, func(c *coder, p *Part) {
			uint32s(c, &p.Answer)
			uint32s(c, &p.Level)
		})
	})
	list(c, &t.Tails, 2, func(c *coder, t *Tail) {
		uint32s(c, &t.Answer)
		uint32s(c, &t.As)
	})
	c.bools(&t.Coarse, &t.Boundary)
}

func (c *coder) divergence(r *Divergence) {
	uint32s(c, &r.Cond)
	c.small(&r.Level)
	kind(c, &r.Away, 4)
}

func (c *coder) seeds(s *input.Seeds) {
	list(c, &s.Ints, 1, signed[int64])
	list(c, &s.Floats, 8, (*coder).float)
	list(c, &s.Strings, 1, (*coder).string)
}

func (c *coder) limits(l *input.Limits) {
	c.small(&l.Len)
	c.small(&l.Steps)
	c.small(&l.Depth)
	c.small(&l.Words)
	c.bools(&l.Finite, &l.Modest)
}

func (m *Found) code(c *coder) {
	uint32s(c, &m.Job)
	c.uint64(&m.Evaluations)
	c.words(&m.Vector)
	numbers(c, &m.Branches)
	uint32s(c, &m.Panic)
	c.bools(&m.Panicked)
	c.uint64(&m.Cost)
}

func (m *SearchResult) code(c *coder) {
	uint32s(c, &m.Job)
	kind(c, &m.Status, search.NumStatus)
	c.fixed(&m.Seed)
	c.uint64(&m.Evaluations)
	c.uint64(&m.CacheHits)
	c.uint64(&m.Restarts)
	c.uint64(&m.Unbuilt)
	c.uint64(&m.Cost)
	list(c, &m.Bests, 12, func(c *coder, b *Best) {
		mode(c, &b.Mode)
		c.fitness(&b.Fitness)
		c.words(&b.Vector)
	})
	c.seeds(&m.Operands)
	list(c, &m.Falls, 5, (*coder).fall)
}

func (c *coder) fitness(f *search.Fitness) {
	c.float(&f.Value)
	c.small(&f.Level)
	c.bools(&f.Answer)
	below(c, &f.N, search.MaxExact+1)
	for i := range f.N {
		c.uint64(&f.Exact[i])
	}
	if c.reading {
		f.Sane()
	}
}

func (m *RunJob) code(c *coder) {
	uint32s(c, &m.ID)
	c.small(&m.Entry)
	c.words(&m.Vector)
	c.bools(&m.Patient)
}

func (m *ShrinkJob) code(c *coder) {
	uint32s(c, &m.ID)
	c.small(&m.Entry)
	c.signature(&m.Signature)
	c.limits(&m.Limits)
	c.words(&m.Vector)
	numbers(c, &m.Keep)
	uint32s(c, &m.Panic)
	c.uint64(&m.Evaluations)
	c.vectors(&m.Avoid)
	c.vectors(&m.Unlike)
	uint32s(c, &m.Boundary)
	signed(c, &m.Now)
}

func (m *RunResult) code(c *coder) {
	uint32s(c, &m.Job)
	c.words(&m.Vector)
	c.uint64(&m.Evaluations)
	kind(c, &m.Outcome, NumOutcomes)
	c.string(&m.Text)
	c.string(&m.GoType)
	c.words(&m.Out)
	numbers(c, &m.Covered)
	c.uint64(&m.Cost)
	uint32s(c, &m.Site)
	uint32s(c, &m.Left)
}

func (m *Fault) code(c *coder) {
	uint32s(c, &m.Job)
	c.string(&m.Text)
}

func (*Stop) code(*coder) {}
