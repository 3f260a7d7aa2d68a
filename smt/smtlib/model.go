package smtlib

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nearmiss/smt"
	"nearmiss/term"
)

// model reads the values of the slots. The changes are the values that differ from the witness.
func (s *session) model(ctx context.Context, env term.Env) (smt.Answer, error) {
	sat := smt.Answer{Verdict: smt.Sat, Solver: s.tool.Name}
	if len(s.slots) == 0 {
		return sat, nil
	}
	s.pending.WriteString("(get-value (")
	for _, f := range s.slots {
		s.pending.WriteString(f.name)
		s.pending.WriteByte(' ')
	}
	s.pending.WriteString("))")
	answer, err := s.ask(ctx)
	if err == nil {
		sat.Changes, err = s.values(answer.list, env)
	}
	slices.SortFunc(sat.Changes, func(x, y smt.Assignment) int { return x.Slot - y.Slot })
	return sat, err
}

// values reads pairs of slots and values.
func (s *session) values(pairs []node, env term.Env) (changes []smt.Assignment, err error) {
	if len(pairs) != len(s.slots) {
		return nil, malformed(pairs)
	}
	for i, f := range s.slots {
		n := &pairs[i]
		if len(n.list) != 2 || n.head() != f.name {
			return nil, malformed(pairs[i:])
		}
		v, ok := value(n.list[1], f.slot.Sort)
		if !ok {
			return nil, malformed(pairs[i:])
		}
		slot := int(f.slot.Bits)
		if old, ok := env(slot); !ok || old.Bits != v.Bits || old.Str != v.Str {
			changes = append(changes, smt.Assignment{Slot: slot, Value: v})
		}
	}
	return changes, nil
}

// hex reads a hexadecimal number of up to 32 bits.
func hex(s string) (uint32, bool) {
	v, err := strconv.ParseUint(s, 16, 32)
	return uint32(v), err == nil
}

// value reads the value of a slot. ok is false if it is not a value of the sort.
func value(n node, sort term.Sort) (term.Value, bool) {
	switch sort.Kind {
	case term.Bool:
		return term.Value{Bits: map[bool]uint64{true: 1}[n.atom == "true"]}, n.atom == "true" || n.atom == "false"
	case term.String:
		text, ok := unquote(n.atom)
		return term.Value{Str: text}, ok && n.quoted
	}
	v, ok := word(n, int(sort.Bits))
	switch {
	case sort.Kind == term.Float:
		v = term.FloatOfBits(sort, v)
	case ok:
		v = sort.Wrap(v)
	}
	return term.Value{Bits: v}, ok
}

// word reads an integer: digits, (- digits), #x, #b or (_ bv…).
func word(number node, width int) (uint64, bool) {
	if number.isList {
		switch {
		case len(number.list) == 2 && number.head() == "-":
			v, ok := word(number.list[1], width)
			return -v, ok
		case len(number.list) == 3 && number.head() == "_":
			digits, ok := strings.CutPrefix(number.list[1].atom, "bv")
			v, err := strconv.ParseUint(digits, 10, 64)
			return v, ok && err == nil
		}
		return 0, false
	}
	base, digits := 10, number.atom
	switch {
	case strings.HasPrefix(digits, "#x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "#b"):
		base, digits = 2, digits[2:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	return v, err == nil && !number.quoted
}
