package worst

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// plainWork is how many clauses are evaluated for the sake of plain text, at
// most.
const plainWork = 1 << 22

// plainText returns the input with text that is easier to read, if it takes the
// same path with it. All bytes of one value change together, those that are not
// printable: into ones that keep their order among themselves, or else each
// value into the first letter, digit or sign that does.
func plainText(v input.Vector, vars []input.Var, p *symexec.Path) input.Vector {
	places := map[byte][]int{} // of the values that are to change
	for i := range vars {
		if b := byte(v[vars[i].Off]); vars[i].Role == input.RoleByte && !printable(b) {
			places[b] = append(places[b], vars[i].Off)
		}
	}
	var values []byte
	for b := range places {
		values = append(values, b)
	}
	slices.Sort(values)
	left := plainWork / (len(p.Condition) + 1)
	try := func(to func(i int) byte, which ...int) bool {
		if left--; left < 0 {
			return false
		}
		next := slices.Clone(v)
		for _, i := range which {
			for _, at := range places[values[i]] {
				next[at] = uint64(to(i))
			}
		}
		if !takes(next, p) {
			return false
		}
		v = next
		return true
	}
	all := make([]int, len(values))
	for i := range all {
		all[i] = i
	}
	for _, first := range []byte{'a', 'A', '0', ' '} {
		if n := len(values); n > 1 && int(first)+n <= maxPrintable && try(func(i int) byte { return first + byte(i) }, all...) {
			return v
		}
	}
	for i := range values {
		for _, b := range []byte(plainOrder) {
			if try(func(int) byte { return b }, i) {
				break
			}
		}
	}
	return v
}

const (
	maxPrintable = '~' + 1
	plainOrder   = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ _-.,:;/+*=#@!?$%&|~^<>()[]{}'`\"\\"
)

func printable(b byte) bool { return ' ' <= b && b < maxPrintable }
