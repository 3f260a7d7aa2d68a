package worker

import (
	"math"

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

// Record implements avm.Hinter.
func (e *evaluator) Record(on bool) {
	if on {
		probe.RecordOperands(recorded)
		return
	}
	e.operands.take(probe.Operands())
	probe.RecordOperands(0)
}

// Hints implements avm.Hinter.
func (e *evaluator) Hints() *input.Seeds { return &e.operands.latest }

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
