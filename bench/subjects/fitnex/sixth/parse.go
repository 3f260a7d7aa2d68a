package sixth

import (
	"slices"
	"strings"
)

// argument reads an index in brackets at i, as in [2], and returns it counted from zero,
// or next if there is none, and where it ends, or -1.
func argument(format string, i, next int) (arg, end int) {
	if i >= len(format) || format[i] != '[' {
		return next, i
	}
	if i+2 >= len(format) || format[i+1] < '1' || format[i+1] > '9' || format[i+2] != ']' {
		return next, -1
	}
	return int(format[i+1] - '1'), i + 3
}

// Printf wants a format for three arguments: two verbs, one of them with a plus, two
// stars, a precision, and indexes such that every argument is used. The first argument is
// used last. It follows (*pp).doPrintf and argNumber of fmt.
func Printf(format string) bool {
	arg, verbs, stars, pluses, precisions, used, last := 0, 0, 0, 0, 0, 0, -1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0", format[i]) >= 0; i++ {
			if format[i] == '+' {
				pluses++
			}
		}
		for part := 0; part < 2; part++ {
			if arg, i = argument(format, i, arg); i < 0 {
				return false
			}
			if i < len(format) && format[i] == '*' {
				used |= 1 << arg
				arg++
				stars++
				i++
			} else {
				for i < len(format) && format[i] >= '0' && format[i] <= '9' {
					i++
				}
			}
			if part == 1 || i >= len(format) || format[i] != '.' {
				break
			}
			precisions++
			i++
		}
		if arg, i = argument(format, i, arg); i < 0 || i >= len(format) {
			return false
		}
		switch format[i] {
		case '%':
		case 'v', 'd', 'f', 's', 'x':
			used |= 1 << arg
			last = arg
			arg++
			verbs++
		default:
			return false
		}
	}
	if verbs != 2 || stars != 2 || pluses != 1 || precisions != 1 {
		return false
	}
	if used != 0b111 {
		return false
	}
	if last == 0 {
		return true // target
	}
	return false
}

// unbounded is a length without a bound, and what longer ones are cut to.
const unbounded = 1000

// An extent is the least and the greatest length of what a pattern matches, and what the
// reading of it has met.
type extent struct {
	least, most            int
	groups, classes, bound int
}

// alternatives reads patterns with bars between them at i, and returns where the last
// ends, or -1. The lengths are those of all of them.
func (e *extent) alternatives(pattern string, i int) int {
	low, high := unbounded, 0
	for {
		e.least, e.most = 0, 0
		for i < len(pattern) && pattern[i] != '|' && pattern[i] != ')' {
			least, most := e.least, e.most
			if i = e.repeated(pattern, i); i < 0 {
				return -1
			}
			e.least, e.most = min(least+e.least, unbounded), min(most+e.most, unbounded)
		}
		low, high = min(low, e.least), max(high, e.most)
		if i >= len(pattern) || pattern[i] == ')' {
			e.least, e.most = low, high
			return i
		}
		i++
	}
}

// repeated reads a letter, a class or a group at i, and how often it may stand there.
func (e *extent) repeated(pattern string, i int) int {
	switch c := pattern[i]; {
	case c == '(':
		if i = e.alternatives(pattern, i+1); i < 0 || i >= len(pattern) {
			return -1
		}
		e.groups++
	case c == '[':
		if i += 4; i >= len(pattern) || pattern[i-2] != '-' || pattern[i] != ']' || pattern[i-3] > pattern[i-1] {
			return -1
		}
		e.classes++
		e.least, e.most = 1, 1
	case c == '.' || c >= 'a' && c <= 'z':
		e.least, e.most = 1, 1
	default:
		return -1
	}
	i++
	if i == len(pattern) {
		return i
	}
	switch pattern[i] {
	case '?':
		e.least = 0
	case '*':
		e.least, e.most = 0, unbounded
	case '+':
		e.most = unbounded
	case '{':
		if i += 4; i >= len(pattern) || pattern[i-2] != ',' || pattern[i] != '}' {
			return -1
		}
		n, m := int(pattern[i-3])-'0', int(pattern[i-1])-'0'
		if n < 0 || n > m || m > 9 {
			return -1
		}
		e.least, e.most = min(e.least*n, unbounded), min(e.most*m, unbounded)
		e.bound++
	default:
		return i
	}
	return i + 1
}

// Regexp wants a regular expression with one group and one class, at least one repetition
// between two bounds, and matches of three to eight letters. It follows parse, parser.repeat
// and parser.calcSize of regexp/syntax.
func Regexp(pattern string) bool {
	var e extent
	if e.alternatives(pattern, 0) != len(pattern) {
		return false
	}
	if e.groups != 1 || e.classes != 1 || e.bound == 0 {
		return false
	}
	if e.least != 3 {
		return false
	}
	if e.most == 8 {
		return true // target
	}
	return false
}

// Toml wants lines of two tables, one within the other, and of two keys with a value of
// one digit each: both stand three deep, and the digits add up to 12. It follows
// (*parser).topLevel, addContext and setValue of github.com/BurntSushi/toml.
func Toml(text string) bool {
	var tables, keys []string
	table, deep, sum := "", 0, 0
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimRight(line, " ")
		if line == "" {
			continue
		}
		key, header := strings.CutPrefix(line, "[")
		value := ""
		if header {
			var ok bool
			if key, ok = strings.CutSuffix(key, "]"); !ok {
				return false
			}
		} else {
			key, value, _ = strings.Cut(line, "=")
			if len(value) != 1 || value[0] < '0' || value[0] > '9' {
				return false
			}
		}
		full := table
		if header {
			full = ""
		}
		for _, part := range strings.Split(key, ".") {
			if len(part) != 1 || part[0] < 'a' || part[0] > 'z' || slices.Contains(keys, full) {
				return false
			}
			full += part
		}
		if slices.Contains(keys, full) || slices.Contains(tables, full) {
			return false
		}
		if header {
			table = full
			tables = append(tables, full)
			continue
		}
		keys = append(keys, full)
		if len(full) == 3 {
			deep++
		}
		sum += int(value[0] - '0')
	}
	if len(tables) != 2 || !strings.HasPrefix(tables[1], tables[0]) {
		return false
	}
	if len(keys) != 2 || deep != 2 {
		return false
	}
	if sum == 12 {
		return true // target
	}
	return false
}
