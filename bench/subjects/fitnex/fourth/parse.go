package fourth

// Rpn wants a term of digits and signs, each sign behind its two operands, that needs
// four numbers at a time and is 77.
func Rpn(source string) bool {
	var stack []int
	most := 0
	for i := 0; i < len(source); i++ {
		c := source[i]
		if isDigit(c) {
			stack = append(stack, int(c-'0'))
			most = max(most, len(stack))
			continue
		}
		if len(stack) < 2 {
			return false
		}
		right := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		left := &stack[len(stack)-1]
		switch c {
		case '+':
			*left += right
		case '-':
			*left -= right
		case '*':
			*left *= right
		default:
			return false
		}
	}
	if len(stack) != 1 {
		return false
	}
	if most != 4 {
		return false
	}
	if stack[0] == 77 {
		return true // target
	}
	return false
}

// Tags wants a text with four elements, three of them deep in each other and one
// of them empty:
//
//	element = "<" name ">" { letter | element } "</" name ">" | "<" name "/>"
//	name    = letter { letter }
func Tags(text string) bool {
	t := &tags{text: text}
	if !t.element(1) {
		return false
	}
	if t.at != len(text) {
		return false
	}
	if t.deepest != 3 {
		return false
	}
	if t.elements != 4 {
		return false
	}
	if t.empty == 1 {
		return true // target
	}
	return false
}

// A tags is a parser that counts elements.
type tags struct {
	text                     string
	at                       int
	deepest, elements, empty int
}

func (t *tags) element(depth int) bool {
	if !t.reads("<") {
		return false
	}
	name := t.letters()
	if name == "" {
		return false
	}
	t.elements++
	t.deepest = max(t.deepest, depth)
	if t.reads("/>") {
		t.empty++
		return true
	}
	if !t.reads(">") {
		return false
	}
	t.letters()
	for !t.reads("</") {
		if !t.element(depth + 1) {
			return false
		}
		t.letters()
	}
	return t.letters() == name && t.reads(">")
}

// letters goes on behind the small letters that are next, and returns them.
func (t *tags) letters() string {
	begin := t.at
	for t.at < len(t.text) && isLower(t.text[t.at]) {
		t.at++
	}
	return t.text[begin:t.at]
}

// reads goes on if those characters are next, and reports whether they are.
func (t *tags) reads(signs string) bool {
	if len(t.text)-t.at < len(signs) || t.text[t.at:t.at+len(signs)] != signs {
		return false
	}
	t.at += len(signs)
	return true
}

// Script runs a program such as "a=1;b=a+a;" and wants three statements, with one
// digit in all of them, that leave 24 in c. A name must have a value before it is used.
//
//	program = { name "=" operand { "+" operand } ";" }
//	operand = name | digit
func Script(source string) bool {
	s := &script{text: source}
	statements := 0
	for s.at < len(source) {
		if !s.statement() {
			return false
		}
		statements++
	}
	if statements != 3 {
		return false
	}
	if s.digits != 1 {
		return false
	}
	if s.values['c'-'a'] == 24 {
		return true // target
	}
	return false
}

// A script is a program that is run while it is read.
type script struct {
	text   string
	at     int
	digits int
	values [26]int
	known  [26]bool
}

func (s *script) statement() bool {
	c := s.next()
	if !isLower(c) {
		return false
	}
	if s.next() != '=' {
		return false
	}
	sum := 0
	for sign := byte('+'); sign != ';'; sign = s.next() {
		if sign != '+' {
			return false
		}
		operand := s.next()
		switch {
		case isDigit(operand):
			s.digits++
			sum += int(operand - '0')
		case isLower(operand) && s.known[operand-'a']:
			sum += s.values[operand-'a']
		default:
			return false
		}
	}
	s.values[c-'a'] = sum
	s.known[c-'a'] = true
	return true
}

// next returns the next character, 0 at the end.
func (s *script) next() byte {
	if s.at == len(s.text) {
		return 0
	}
	c := s.text[s.at]
	s.at++
	return c
}
