package fifth

import "strings"

// A tally is what a reading of a value has met.
type tally struct {
	objects, arrays, truths, sum, deepest int
}

// value reads one value at i and returns where it ends, or -1.
func (t *tally) value(s string, i, depth int) int {
	if i >= len(s) {
		return -1
	}
	t.deepest = max(t.deepest, depth)
	switch c := s[i]; {
	case c == 't':
		t.truths++
		return i + 1
	case c == 'f':
		return i + 1
	case c >= '0' && c <= '9':
		t.sum += int(c - '0')
		return i + 1
	case c == '[':
		t.arrays++
		return t.members(s, i+1, depth+1, ']')
	case c == '{':
		t.objects++
		return t.members(s, i+1, depth+1, '}')
	}
	return -1
}

// members reads values up to end, which in an object have a letter and a colon
// before them.
func (t *tally) members(s string, i, depth int, end byte) int {
	if i < len(s) && s[i] == end {
		return i + 1
	}
	for {
		if end == '}' {
			if i+1 >= len(s) || s[i] < 'a' || s[i] > 'z' || s[i+1] != ':' {
				return -1
			}
			i += 2
		}
		i = t.value(s, i, depth)
		if i < 0 || i >= len(s) {
			return -1
		}
		if s[i] == end {
			return i + 1
		}
		if s[i] != ',' {
			return -1
		}
		i++
	}
}

// Json wants an object, in short writing, in which there are another, two lists, one
// truth, and digits that add up to 9, within four others at the deepest.
func Json(text string) bool {
	if !strings.HasPrefix(text, "{") {
		return false
	}
	var t tally
	if t.value(text, 0, 0) != len(text) {
		return false
	}
	if t.objects != 2 || t.arrays != 2 || t.truths != 1 {
		return false
	}
	if t.deepest != 4 {
		return false
	}
	if t.sum == 9 {
		return true // target
	}
	return false
}

// number reads at most two digits at i and returns where they end.
func number(text string, i int) (n, end int) {
	for end = i; end < len(text) && end < i+2 && text[end] >= '0' && text[end] <= '9'; end++ {
		n = n*10 + int(text[end]-'0')
	}
	return n, end
}

// valueAt returns the value of a polynomial at x.
func valueAt(factors [4]int, x int) int {
	return factors[0] + x*(factors[1]+x*(factors[2]+x*factors[3]))
}

// Polynomial wants three terms in x, of falling degree, that are zero at 2 and at 7
// and begin with no factor.
func Polynomial(text string) bool {
	factors, degree, terms := [4]int{}, 4, 0
	for i := 0; i < len(text); terms++ {
		sign, power := 1, 0
		if text[i] == '-' || text[i] == '+' && terms > 0 {
			if text[i] == '-' {
				sign = -1
			}
			i++
		} else if terms > 0 {
			return false
		}
		factor, end := number(text, i)
		if end < len(text) && text[end] == 'x' {
			if end == i {
				factor = 1
			}
			power = 1
			end++
			if end+1 < len(text) && text[end] == '^' && (text[end+1] == '2' || text[end+1] == '3') {
				power = int(text[end+1] - '0')
				end += 2
			}
		} else if end == i {
			return false
		}
		if power >= degree {
			return false
		}
		i, degree, factors[power] = end, power, sign*factor
	}
	if terms != 3 || text[0] != 'x' {
		return false
	}
	if valueAt(factors, 2) != 0 {
		return false
	}
	if valueAt(factors, 7) == 0 {
		return true // target
	}
	return false
}

// Declare wants the declarations of a small Pascal, as in var a,b:int;c:bool. with
// one number and three truth values, whose names differ, in two groups.
func Declare(source string) bool {
	rest, ok := strings.CutPrefix(source, "var ")
	if !ok || !strings.HasSuffix(rest, ".") {
		return false
	}
	var declared [26]bool
	ints, bools, groups := 0, 0, 0
	for _, group := range strings.Split(rest[:len(rest)-1], ";") {
		names, kind, ok := strings.Cut(group, ":")
		if !ok {
			return false
		}
		count := 0
		for _, name := range strings.Split(names, ",") {
			if len(name) != 1 || name[0] < 'a' || name[0] > 'z' || declared[name[0]-'a'] {
				return false
			}
			declared[name[0]-'a'] = true
			count++
		}
		switch kind {
		case "int":
			ints += count
		case "bool":
			bools += count
		default:
			return false
		}
		groups++
	}
	if groups != 2 || ints != 1 {
		return false
	}
	if bools == 3 {
		return true // target
	}
	return false
}
