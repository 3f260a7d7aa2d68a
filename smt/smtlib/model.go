package smtlib

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nearmiss/smt"
	"nearmiss/term"
)

// fewSlots is up to how many slots are read with the question, all at once:
// about as many as take the solver as long as a round trip.
const fewSlots = 200

// model reads the model that the process has. Most of a long path is as the
// witness has it, so the slots of the question are read first; if that and the
// witness satisfy all, it is enough.
func (s *session) model(ctx context.Context, extra *term.Term, w term.Env) (smt.Answer, error) {
	first, rest := s.slots, []*phrase(nil)
	if extra != nil && len(extra.Slots()) < len(s.slots)/4 {
		first = nil
		for _, f := range s.slots {
			if extra.Uses(int(f.slot.Bits)) {
				first = append(first, f)
			} else {
				rest = append(rest, f)
			}
		}
	}
	changes, err := s.read(ctx, first, w)
	if err == nil && len(rest) > 0 && !s.satisfied(extra, changes, w) {
		var more []smt.Assignment
		more, err = s.read(ctx, rest, w)
		changes = append(changes, more...)
	}
	return s.sat(changes), err
}

// sat is the answer that a model differs so from the witness.
func (s *session) sat(changes []smt.Assignment) smt.Answer {
	slices.SortFunc(changes, func(x, y smt.Assignment) int { return x.Slot - y.Slot })
	return smt.Answer{Verdict: smt.Sat, Changes: changes, By: s.tool.Name}
}

// satisfied reports whether the witness with some changes satisfies extra and
// the clauses that they reach.
func (s *session) satisfied(extra *term.Term, changes []smt.Assignment, w term.Env) bool {
	values := make(map[int]term.Value, len(changes))
	for _, c := range changes {
		values[c.Slot] = c.Value
	}
	e := term.NewEvaluator(func(slot int) (term.Value, bool) {
		if v, ok := values[slot]; ok {
			return v, true
		}
		return w(slot)
	})
	if !e.Holds(extra) {
		return false
	}
	for _, c := range changes {
		for _, i := range s.users[int32(c.Slot)] {
			if !e.Holds(s.sent[i].t) {
				return false
			}
		}
	}
	return true
}

// read asks for the values of slots, and returns those that differ from the
// witness.
func (s *session) read(ctx context.Context, slots []*phrase, w term.Env) (changes []smt.Assignment, err error) {
	if len(slots) == 0 {
		return nil, nil
	}
	s.wants(slots)
	commands := s.print.flush() + s.out.String()
	s.out.Reset()
	answer, err := s.process.ask(ctx, commands)
	if err != nil {
		return nil, err
	}
	if len(answer) != 1 {
		return nil, nonsense(answer)
	}
	return s.values(answer[0], slots, w)
}

// wants asks for the values of slots: of pairs of names and values, or, which
// takes z3 half as long, of a term that has the values of numbers in it.
func (s *session) wants(slots []*phrase) {
	if s.row(slots) {
		s.out.WriteString("(eval (")
		s.out.WriteString(s.print.row(len(slots)))
		for _, f := range slots {
			s.out.WriteByte(' ')
			s.out.WriteString(f.name)
		}
	} else {
		s.out.WriteString("(get-value (")
		for _, f := range slots {
			s.out.WriteString(f.name)
			s.out.WriteByte(' ')
		}
	}
	s.out.WriteString("))")
}

// row reports whether slots are asked for in one term. A solver that has
// answered nonsense is asked for pairs, which all of them know.
func (s *session) row(slots []*phrase) bool {
	return !s.pairs && s.tool.evaluates() && !s.words() && !slices.ContainsFunc(slots, func(f *phrase) bool { return !f.slot.Sort.IsInteger() })
}

// errBeyond is of a model with a number that is none of its sort.
var errBeyond = fmt.Errorf("%w: a number beyond its sort", errNonsense)

// values reads the values of slots that wants asked for, and returns those that
// differ from the witness.
func (s *session) values(answer node, slots []*phrase, w term.Env) (changes []smt.Assignment, err error) {
	list, row := answer.list, s.row(slots)
	if row {
		if answer.head() != s.print.row(len(slots)) {
			return nil, nonsense([]node{answer})
		}
		list = list[1:]
	}
	if len(list) != len(slots) {
		return nil, nonsense([]node{answer})
	}
	for i, f := range slots {
		n := list[i]
		switch {
		case row && n.atom == f.name:
			continue // it may be any
		case row:
		case len(n.list) == 2 && n.head() == f.name:
			n = n.list[1]
		default:
			return nil, nonsense(list[i : i+1])
		}
		if f.ends != "" && beyond(n, f.slot.Sort) {
			return nil, errBeyond
		}
		v, ok := value(n, f.slot.Sort)
		if !ok {
			return nil, nonsense(list[i : i+1])
		}
		slot := int(f.slot.Bits)
		if old, ok := w(slot); !ok || old.Bits != v.Bits || old.Str != v.Str {
			if changes == nil {
				changes = make([]smt.Assignment, 0, len(slots)-i)
			}
			changes = append(changes, smt.Assignment{Slot: slot, Value: v})
		}
	}
	return changes, nil
}

// hex reads up to eight digits.
func hex(s string) (uint32, bool) {
	v, err := strconv.ParseUint(s, 16, 32)
	return uint32(v), err == nil
}

// value reads what a solver says of a slot; false if it is no value of its
// sort.
func value(n node, s term.Sort) (term.Value, bool) {
	switch s.Kind {
	case term.Bool:
		return term.Value{Bits: map[bool]uint64{true: 1}[n.atom == "true"]}, n.atom == "true" || n.atom == "false"
	case term.String:
		text, ok := unquote(n.atom)
		return term.Value{Str: text}, ok && n.quoted
	}
	v, ok := word(n, int(s.Bits))
	switch {
	case s.Kind == term.Float:
		v = term.FloatOfBits(s, v)
	case ok:
		v = s.Wrap(v)
	}
	return term.Value{Bits: v}, ok
}

// beyond reports whether a number without a width is none of a sort of 64
// bits.
func beyond(n node, s term.Sort) bool {
	digits, negative := n.atom, false
	if len(n.list) == 2 && n.head() == "-" {
		digits, negative = n.list[1].atom, true
	}
	v, err := strconv.ParseUint(digits, 10, 64)
	most := uint64(math.MaxUint64)
	switch {
	case s.Kind == term.Int && negative:
		most = 1 << 63
	case s.Kind == term.Int:
		most = math.MaxInt64
	case negative:
		most = 0
	}
	return errors.Is(err, strconv.ErrRange) || v > most
}

// word reads an integer: digits, (- digits), #x, #b or (_ bv…).
func word(n node, width int) (uint64, bool) {
	if n.isList {
		switch {
		case len(n.list) == 2 && n.head() == "-":
			v, ok := word(n.list[1], width)
			return -v, ok
		case len(n.list) == 3 && n.head() == "_":
			digits, ok := strings.CutPrefix(n.list[1].atom, "bv")
			v, err := strconv.ParseUint(digits, 10, 64)
			return v, ok && err == nil
		}
		return 0, false
	}
	base, digits := 10, n.atom
	switch {
	case strings.HasPrefix(digits, "#x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "#b"):
		base, digits = 2, digits[2:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	return v, err == nil && !n.quoted
}
