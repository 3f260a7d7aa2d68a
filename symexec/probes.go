package symexec

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/term"
)

const probePath = "zznearmiss/probe"

// The machine does not execute the probes that rewritten code calls; they are intrinsics. A
// condition probe computes its condition and chooses a side.

const relTruth = 6 // in place of a term.Rel: the first operand is the condition

var relNames = map[string]uint8{"Eq": 0, "Ne": 1, "Lt": 2, "Le": 3, "Gt": 4, "Ge": 5}

// probeCall compiles the call of a probe.
func (c *compiler) probeCall(in *ssa.Call, x *call) instr {
	f := x.fn.ssa
	name := f.Name()
	if o := f.Origin(); o != nil {
		name = o.Name()
	}
	if f.Signature.Recv() != nil {
		switch name { // methods of Genes
		case "Next":
			return instr{op: opGet, dst: c.reg(in), a: c.reg(in.Call.Args[0])}
		case "Put":
			return instr{op: opPut, a: c.reg(in.Call.Args[0]), b: c.reg(in.Call.Args[1])}
		}
	} else {
		switch name {
		case "Cost":
			if n, ok := constInt(in.Call.Args[0]); ok {
				return instr{op: opCost, c: int32(n)}
			}
		case "Bool", "Named":
			return c.condition(in, in.Call.Args[1], kBool, relTruth)
		case "relateAny": // the operands have no distance
			return c.condition(in, in.Call.Args[4], kBool, relTruth)
		}
		if rel, known := relNames[name[:min(2, len(name))]]; known && len(name) == 3 && strings.Contains("IUFSCT", name[2:]) {
			_, basic := types.Unalias(in.Call.Args[1].Type()).(*types.Basic)
			k := c.typ(in.Call.Args[1]).kind
			if basic && !(k.complex() && name[2:] == "T") { // a complex type parameter has no distance
				return c.condition(in, in.Call.Args[1], k, rel)
			}
		}
	}
	return instr{op: opCall, dst: c.reg(in), aux: x}
}

// condOperands are rare operands of a condition probe.
type condOperands struct {
	branch int32  // register of the number of the false branch, or -1 if that is constant
	typ    *rtype // type of the structs or arrays that the condition compares, or nil
	x, y   int32  // registers of these
}

// condition compiles a condition probe with its first operand. The number of the branch is constant,
// except in the code of the probes.
func (c *compiler) condition(in *ssa.Call, first ssa.Value, k kind, rel uint8) instr {
	i := instr{op: opCond, k: k, f: rel, dst: c.reg(in), a: c.reg(first)}
	rare := condOperands{branch: -1}
	if rel != relTruth {
		i.b = c.reg(in.Call.Args[2])
	} else if op, ok := first.(*ssa.BinOp); ok {
		if t := c.typ(op.X); t.kind == kStruct || t.kind == kArray {
			rare.typ, rare.x, rare.y = t, c.reg(op.X), c.reg(op.Y)
		}
	}
	if n, ok := constInt(in.Call.Args[0]); ok {
		i.c = int32(n)
	} else {
		rare.branch = c.reg(in.Call.Args[0])
	}
	if rare.branch >= 0 || rare.typ != nil {
		i.aux = &rare
	}
	return i
}

// cond executes a condition probe.
func (m *machine) cond(regs []cell, in *instr) bool {
	branch := uint32(in.c)
	rare, _ := in.aux.(*condOperands)
	if rare != nil && rare.branch >= 0 {
		branch = uint32(regs[rare.branch].n)
	}
	var v cell
	switch x := regs[in.a]; {
	case in.f == relTruth:
		v = x
	case in.k == kString:
		var ok bool
		if v, ok = m.relateStrings(term.Rel(in.f), x, regs[in.b]); !ok {
			return false
		}
	case in.k.complex():
		v = m.relateComplex(term.Rel(in.f), in.k, regs[in.a:in.a+2], regs[in.b:in.b+2])
	default:
		v = m.relate(term.Rel(in.f), in.k, x, regs[in.b])
	}
	side, ok := m.choose(branch, v)
	if !ok {
		return false
	}
	if m.opts.Observer != nil {
		gap := uint64(0)
		if rare != nil && rare.typ != nil {
			gap = m.structDistance(rare.typ, regs[rare.x:], regs[rare.y:])
		}
		m.observe(branch, side, in.f, in.k, regs[in.a:], regs[in.b:], gap)
	}
	regs[in.dst] = truth(side)
	return true
}

// choose chooses the side of a condition of rewritten code, and counts and reports its branch.
// branch is the number of the false branch of the condition.
func (m *machine) choose(branch uint32, condition cell) (side, ok bool) {
	if side = condition.n != 0; condition.r != nil {
		t, isTerm := condition.r.(*term.Term)
		if !isTerm {
			return false, m.rejectUnusable(condition)
		}
		side, ok = m.branch(Site{Cond: int(branch >> 1)}, m.asSort(t, term.BoolSort), false)
		if !ok {
			return false, false
		}
	}
	if m.running {
		m.path.Cost.Branches++
		m.recordBranch(branch + uint32(b2i(side)))
	}
	return side, true
}

// recordBranch reports a branch of rewritten code.
func (m *machine) recordBranch(branch uint32) {
	if m.opts.OnBranch != nil {
		m.opts.OnBranch(branch)
	}
	if m.opts.Reader != nil {
		m.opts.Reader.ObserveBranch(branch, m.callsHash())
	}
}

// relate returns x rel y for two scalars, as a bool that may be symbolic.
func (m *machine) relate(rel term.Rel, k kind, x, y cell) cell {
	if x.r == nil && y.r == nil {
		if k.float() {
			return word(concreteFloat(rel.Token(), k, x.n, y.n))
		}
		return truth(holdsForInts(rel.Token(), k.signed(), x.n, y.n))
	}
	expr := m.compare(rel, k, x, y)
	if expr == nil { // an address as a number, or an unknown value
		if isUnknown(x) {
			return x
		}
		if isUnknown(y) {
			return y
		}
		if v, done, _ := m.addressArith(rel.Token(), x, y); done {
			return v
		}
		return cell{r: &unknown{why: "arithmetic on addresses"}}
	}
	return cellOf(expr)
}

func (m *machine) relateComplex(rel term.Rel, k kind, x, y []cell) cell {
	v := m.bothHold(m.relate(term.EQ, k.part(), x[0], y[0]), m.relate(term.EQ, k.part(), x[1], y[1]))
	if rel == term.NE {
		return m.negation(v)
	}
	return v
}

// negation returns the negation of a bool, which may be symbolic.
func (m *machine) negation(v cell) cell {
	if v.r == nil {
		return cell{n: v.n ^ 1}
	}
	return cellOf(m.negate(m.asSort(v.r.(*term.Term), term.BoolSort)))
}

// countStatements counts n statements of rewritten code. The path ends if they exceed the limit.
func (m *machine) countStatements(n uint64) bool {
	if !m.running && !m.preparing {
		return true
	}
	if m.running {
		m.path.Cost.Statements += n
	}
	if m.statementsLeft -= int64(n); m.statementsLeft < 0 {
		return m.stopAt(OutOfFuel, "statements")
	}
	return true
}

// probeModel returns the model of a function of package probe, or nil if its Go code is
// executed.
func (m *machine) probeModel(name string) model {
	return m.probes[strings.Replace(name, probePath+".", "", 1)]
}

func probeModels() map[string]model {
	return map[string]model{
		"Begin":   beginRun,
		"End":     endRun,
		"Prepare": func(c *modelCall) bool { c.machine.preparing = true; return true },
		"Go":      ignoreCall, "Open": ignoreCall, "Init": ignoreCall, "Forever": ignoreCall, // Forever: a goroutine that blocks for ever ends the run anyway
		"RoomI": returnFirst, "RoomU": returnFirst, // an allocation beyond the limit ends the run by itself
		"Index": checked(indexFails), "Bound": checked(boundFails), "Divisor": checked(divisorFails), "Count": checked(countFails),
		"Want": returnFalse, "WantCases": returnFalse, "Eval": returnFalse,
		"Speaks":    returnFalse, // the harness makes texts outside of a run
		"Running":   func(c *modelCall) bool { c.results[0] = truth(c.machine.running); return true },
		"Preparing": func(c *modelCall) bool { c.results[0] = truth(c.machine.preparing); return true },
		"Cost":      func(c *modelCall) bool { return c.machine.countStatements(c.args[0].n) },
		"Taken":     func(c *modelCall) bool { c.machine.markBranch(uint32(c.args[0].n)); return true },
		"SwI":       switchTag, "SwU": switchTag, "SwS": switchTag,
		"Clause": func(c *modelCall) bool { return switchClause(c, true) },
		"Passed": func(c *modelCall) bool { return switchClause(c, false) },

		"(*Genes).Enter": enterTarget,
		"(*Genes).Leave": func(c *modelCall) bool {
			c.machine.targets = c.machine.targets[:len(c.machine.targets)-1]
			return true
		},
	}
}

// enterTarget begins to record the target of a pointer, unless the pointer is part of a target that is being recorded.
func enterTarget(c *modelCall) bool {
	m, p := c.machine, [2]cell(c.args[1:3])
	isNew := !slices.Contains(m.targets, p)
	if isNew {
		m.targets = append(m.targets, p)
	}
	c.results[0] = truth(isNew)
	return true
}

func ignoreCall(c *modelCall) bool { return true }

// returnFirst returns the first argument, a number.
func returnFirst(c *modelCall) bool {
	c.results[0] = c.args[0]
	return true
}

func returnFalse(c *modelCall) bool {
	c.results[0] = cell{}
	return true
}

// markBranch records a branch that rewritten code reports without a condition.
func (m *machine) markBranch(branch uint32) {
	if m.running {
		m.path.Cost.Branches++
		m.recordBranch(branch)
	}
	if m.opts.Observer != nil {
		m.observe(branch, branch&1 != 0, relTruth, kBool, nil, nil, 0)
	}
}

func beginRun(c *modelCall) bool {
	m := c.machine
	m.preparing, m.running = false, true
	m.statementsLeft = int64(m.limits.Statements)
	m.path.Cost, m.targets = Cost{}, m.targets[:0]
	return true
}

// endRun first lets the other goroutines of the run end.
func endRun(c *modelCall) bool {
	m := c.machine
	if m.running && len(m.ready) > 0 {
		m.current.top().pc--
		return m.yield()
	}
	m.running, m.preparing, m.reporting = false, false, m.opts.Bound > 0
	return true
}

// switchTag compares the tag of a switch with the constants of its cases, in order up to the first
// that is equal, and returns the tag.
func switchTag(call *modelCall) bool {
	m := call.machine
	tag, cases := call.args[2], call.args[3:]
	k := m.types.rtypeOf(call.fn.ssa.Signature.Params().At(2).Type()).kind
	list, ok := m.readSlice(cases, 2)
	if !ok {
		return false
	}
	for ; len(list) > 0; list = list[2:] {
		var v cell
		if k == kString {
			v = m.equalStrings(tag, list[1])
		} else {
			v = m.relate(term.EQ, k, tag, list[1])
		}
		side, ok := m.choose(uint32(list[0].n), v)
		if !ok {
			return false
		}
		if m.opts.Observer != nil {
			m.observe(uint32(list[0].n), side, uint8(term.EQ), k, call.args[2:], list[1:], 0)
		}
		if side {
			break
		}
	}
	call.results[0] = tag
	return true
}

// switchClause records the comparisons of a switch whose cases are not all constants. The arguments
// are those of probe.Clause: the comparisons before number k failed; that at k held if holds is true.
func switchClause(call *modelCall, holds bool) bool {
	list, ok := call.machine.readSlice(call.args[1:], 1)
	if !ok {
		return false
	}
	k := int(int64(call.args[4].n))
	for i, f := range list {
		switch {
		case i < k:
			call.machine.markBranch(uint32(f.n))
		case i == k && holds:
			call.machine.markBranch(uint32(f.n) + 1)
		}
	}
	return true
}

// putWord appends a word to an outcome. No other code touches the outcome.
func (m *machine) putWord(genes, w cell) bool {
	target, ok := genes.r.(*object)
	if !ok {
		return m.throwNil()
	}
	words, _ := target.cells[0].r.(*object)
	number := target.cells[1].n
	if words == nil {
		words = m.alloc(nil, 0)
		if words == nil {
			return false
		}
		target.cells[0] = cell{r: words}
	}
	if m.cellsLeft--; m.cellsLeft < 0 {
		return m.stopAt(OutOfMemory, "words of the outcome")
	}
	words.cells = append(words.cells[:number], w)
	target.cells[1], target.cells[2] = word(number+1), word(number+1)
	return true
}
