package probe

// MarshalProgram appends p to dst as words.
func MarshalProgram(dst []uint64, p *Program) []uint64 {
	w := wordWriter{dst}
	w.put(uint64(p.Norm), word(p.Ties), word(p.Partials), uint64(p.Regs), uint64(p.Clauses))
	w.put(uint64(len(p.Consts)))
	w.put(p.Consts...)
	w.put(uint64(len(p.Strings)))
	for _, s := range p.Strings {
		w.str(s)
	}
	w.put(uint64(len(p.Loads)))
	for _, l := range p.Loads {
		w.put(uint64(l.Slot) | uint64(l.Reg)<<16 | word(l.Handle)<<32 | word(l.Partial)<<33)
	}
	w.put(uint64(len(p.Code)))
	for _, in := range p.Code {
		w.put(uint64(in.Op)|uint64(in.Flags)<<8|uint64(in.Shift)<<16,
			uint64(in.A)|uint64(in.B)<<16|uint64(in.C)<<32|uint64(in.D)<<48)
	}
	w.put(uint64(len(p.First)))
	for _, f := range p.First {
		w.put(uint64(f))
	}
	w.put(uint64(len(p.Edges)))
	for _, e := range p.Edges {
		w.put(uint64(e.Clause) | uint64(e.To)<<32)
	}
	return w.words
}

type wordWriter struct{ words []uint64 }

func (w *wordWriter) put(v ...uint64) { w.words = append(w.words, v...) }

// str puts the length and then eight bytes a word.
func (w *wordWriter) str(s string) {
	w.put(uint64(len(s)))
	for len(s) > 0 {
		var v uint64
		n := min(8, len(s))
		for i := 0; i < n; i++ {
			v |= uint64(s[i]) << (8 * i)
		}
		w.put(v)
		s = s[n:]
	}
}

// UnmarshalProgram reads one program and returns what comes after it. ok is
// false if the words are not a program that Eval can run.
func UnmarshalProgram(src []uint64) (p *Program, rest []uint64, ok bool) {
	r := wordReader{words: src, ok: true}
	p = &Program{
		Norm:     Norm(r.next()),
		Ties:     r.next() != 0,
		Partials: r.next() != 0,
		Regs:     r.small(),
		Clauses:  r.small(),
	}
	n := r.count()
	for i := 0; i < n; i++ {
		p.Consts = append(p.Consts, r.next())
	}
	n = r.count()
	for i := 0; i < n; i++ {
		p.Strings = append(p.Strings, r.str())
	}
	n = r.count()
	for i := 0; i < n; i++ {
		v := r.next()
		p.Loads = append(p.Loads, Load{Slot: uint16(v), Reg: uint16(v >> 16), Handle: v>>32&1 != 0, Partial: v>>33&1 != 0})
	}
	n = r.count()
	for i := 0; i < n; i++ {
		v, o := r.next(), r.next()
		p.Code = append(p.Code, Instr{
			Op: Code(v), Flags: Flag(v >> 8), Shift: uint8(v >> 16),
			A: uint16(o), B: uint16(o >> 16), C: uint16(o >> 32), D: uint16(o >> 48),
		})
	}
	n = r.count()
	for i := 0; i < n; i++ {
		p.First = append(p.First, uint32(r.next()))
	}
	n = r.count()
	for i := 0; i < n; i++ {
		v := r.next()
		p.Edges = append(p.Edges, Edge{Clause: uint32(v), To: uint32(v >> 32)})
	}
	return p, r.words, r.ok && p.valid()
}

type wordReader struct {
	words []uint64
	ok    bool
}

func (r *wordReader) next() uint64 {
	if len(r.words) == 0 {
		r.ok = false
		return 0
	}
	v := r.words[0]
	r.words = r.words[1:]
	return v
}

// count reads a length, which the words that are left bound.
func (r *wordReader) count() int {
	v := r.next()
	if v > uint64(len(r.words)) {
		r.ok = false
		return 0
	}
	return int(v)
}

// small reads a number of registers.
func (r *wordReader) small() int {
	v := r.next()
	if v > maxRegs {
		r.ok = false
		return 0
	}
	return int(v)
}

func (r *wordReader) str() string {
	n := r.next()
	if n > 8*uint64(len(r.words)) {
		r.ok = false
		return ""
	}
	b := make([]byte, 0, n)
	for v := uint64(0); uint64(len(b)) < n; v >>= 8 {
		if len(b)%8 == 0 {
			v = r.next()
		}
		b = append(b, byte(v))
	}
	return string(b)
}

// maxRegs is how many registers and costs an instruction can name.
const maxRegs = 1 << 16

// valid reports whether all numbers are in range, so that Eval cannot fail.
func (p *Program) valid() bool {
	if p.Norm >= norms || p.Clauses < 2 || len(p.Consts)+len(p.Strings) > p.Regs {
		return false
	}
	for _, l := range p.Loads {
		if int(l.Reg) >= p.Regs {
			return false
		}
	}
	for _, in := range p.Code {
		operands, result := p.Regs, p.Regs
		if in.Op >= CodeDistTrue {
			result = p.Clauses
		}
		if in.Op == CodeDistJoin {
			operands = min(p.Clauses, p.Regs) // Eval reads registers of these numbers too
		}
		if in.Op >= codes || int(max(in.A, in.B, in.C)) >= operands || int(in.D) >= result {
			return false
		}
	}
	return p.validGraph()
}

func (p *Program) validGraph() bool {
	n := len(p.First) - 1
	if n < 1 || p.First[0] != 0 || p.First[1] != 0 || int(p.First[n]) != len(p.Edges) {
		return false
	}
	for i := 1; i < n; i++ {
		if p.First[i] >= p.First[i+1] || int(p.First[i+1]) > len(p.Edges) {
			return false
		}
		for _, e := range p.Edges[p.First[i]:p.First[i+1]] {
			if int(e.To) >= i || int(e.Clause) >= p.Clauses {
				return false
			}
		}
	}
	return true
}
