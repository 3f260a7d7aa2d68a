package second

import "strings"

// Roman wants a roman number that is 1994, in which three letters are taken off
// the next one.
func Roman(numeral string) bool {
	total, taken, run := 0, 0, 0
	last := 1000
	for i := 0; i < len(numeral); i++ {
		v := valueOf(numeral[i])
		if v == 0 {
			return false
		}
		if i+1 < len(numeral) && valueOf(numeral[i+1]) > v {
			next := valueOf(numeral[i+1])
			if next != 5*v && next != 10*v {
				return false
			}
			v = next - v
			taken++
			i++
		}
		if v > last {
			return false
		}
		run++
		if v != last {
			run = 1
		}
		if run > 3 {
			return false
		}
		last = v
		total += v
	}
	if taken != 3 {
		return false
	}
	if total == 1994 {
		return true // target
	}
	return false
}

// valueOf is what a letter is worth as a roman digit, 0 if it is none.
func valueOf(c byte) int {
	switch c {
	case 'I':
		return 1
	case 'V':
		return 5
	case 'X':
		return 10
	case 'L':
		return 50
	case 'C':
		return 100
	case 'D':
		return 500
	case 'M':
		return 1000
	}
	return 0
}

// Calc wants a term of single digits, + - * and brackets that are two deep, of
// the value 91.
func Calc(source string) bool {
	c := &calc{text: source}
	value := c.sum()
	if c.failed {
		return false
	}
	if c.at != len(source) {
		return false
	}
	if c.deepest != 2 {
		return false
	}
	if value == 91 {
		return true // target
	}
	return false
}

// A calc computes while it reads.
type calc struct {
	text           string
	at             int
	depth, deepest int
	failed         bool
}

func (c *calc) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *calc) sum() int {
	value := c.product()
	for c.peek() == '+' || c.peek() == '-' {
		sign := c.peek()
		c.at++
		if sign == '+' {
			value += c.product()
		} else {
			value -= c.product()
		}
	}
	return value
}

func (c *calc) product() int {
	value := c.operand()
	for c.peek() == '*' {
		c.at++
		value *= c.operand()
	}
	return value
}

func (c *calc) operand() int {
	next := c.peek()
	if isDigit(next) {
		c.at++
		return int(next - '0')
	}
	if next != '(' {
		c.failed = true
		return 0
	}
	c.at++
	c.depth++
	c.deepest = max(c.deepest, c.depth)
	value := c.sum()
	c.depth--
	if c.peek() != ')' {
		c.failed = true
		return 0
	}
	c.at++
	return value
}

// Nest wants a list such as [1,[2,[]],3] of digits and lists, three deep, one of
// them empty, in which the digits have the sum 20.
func Nest(text string) bool {
	const (
		item = iota
		itemOrEnd
		commaOrEnd
	)
	state := item
	depth, deepest, empty, sum := 0, 0, 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '[' && state != commaOrEnd:
			depth++
			deepest = max(deepest, depth)
			state = itemOrEnd
		case depth == 0:
			return false
		case isDigit(c) && state != commaOrEnd:
			sum += int(c - '0')
			state = commaOrEnd
		case c == ',' && state == commaOrEnd:
			state = item
		case c == ']' && state != item:
			if state == itemOrEnd {
				empty++
			}
			depth--
			state = commaOrEnd
		default:
			return false
		}
	}
	if depth != 0 {
		return false
	}
	if deepest != 3 || empty != 1 {
		return false
	}
	if sum == 20 {
		return true // target
	}
	return false
}

// Select wants a query such as "select a,b from t": two columns in the order of
// the alphabet, neither of which is called like the table.
func Select(query string) bool {
	words := strings.Fields(query)
	if len(words) != 4 {
		return false
	}
	if words[0] != "select" || words[2] != "from" {
		return false
	}
	columns, table := strings.Split(words[1], ","), words[3]
	if len(columns) != 2 {
		return false
	}
	for _, c := range columns {
		if c == "" || c == table {
			return false
		}
		for i := 0; i < len(c); i++ {
			if !isLower(c[i]) {
				return false
			}
		}
	}
	if columns[0] < columns[1] {
		return true // target
	}
	return false
}
