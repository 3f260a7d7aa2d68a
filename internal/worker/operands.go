package worker

import (
	"math"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/internal/probe"
)

const (
	recorded   = 128 // operands taken down at a time
	remembered = 512 // operands of each class kept for the parent
)

// operands collects what the code under test compared where it turned away
// from the target.
type operands struct {
	latest input.Seeds
	all    input.Seeds
	seen   map[any]bool
}

// Record implements avm.Source.
func (e *evaluator) Record(d avm.Detail) {
	switch d {
	case avm.Nothing:
		e.operands.take(probe.Operands())
		probe.RecordOperands(0)
		if e.detail == avm.Everything {
			probe.SetTarget(e.target[e.mode])
		}
	case avm.Everything:
		probe.SetTarget(e.anywhere())
		fallthrough
	default:
		probe.RecordOperands(recorded)
	}
	e.detail = d
}

// anywhere is a target from which every condition turns away.
func (e *evaluator) anywhere() *probe.Target {
	t := &probe.Target{Branch: probe.NoBranch}
	for id := range uint32(e.machine.conditions) {
		t.Nodes = append(t.Nodes, probe.Node{Cond: id, Away: probe.AwayFalse | probe.AwayTrue})
	}
	return t
}

// Hints implements avm.Source.
func (e *evaluator) Hints() *input.Seeds { return &e.operands.latest }

// Corpus implements avm.Source.
func (e *evaluator) Corpus() []input.Vector { return e.corpus }

// take sorts operands by class and remembers those not met before.
func (o *operands) take(ops []probe.Operand) {
	if o.seen == nil {
		o.seen = map[any]bool{}
	}
	l := &o.latest
	l.Ints, l.Floats, l.Strings = l.Ints[:0], l.Floats[:0], l.Strings[:0]
	for _, op := range ops {
		switch op.Kind {
		case probe.OperandFloat:
			f := math.Float64frombits(op.Bits)
			l.Floats = append(l.Floats, f)
			if !o.seen[op.Bits^1<<63] && len(o.all.Floats) < remembered && f == f {
				o.seen[op.Bits^1<<63] = true
				o.all.Floats = append(o.all.Floats, f)
			}
		case probe.OperandString:
			l.Strings = append(l.Strings, op.Text)
			if !o.seen[op.Text] && len(o.all.Strings) < remembered {
				o.seen[op.Text] = true
				o.all.Strings = append(o.all.Strings, op.Text)
			}
		default:
			i := int64(op.Bits)
			l.Ints = append(l.Ints, i)
			if !o.seen[i] && len(o.all.Ints) < remembered {
				o.seen[i] = true
				o.all.Ints = append(o.all.Ints, i)
			}
		}
	}
}
