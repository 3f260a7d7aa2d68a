package fitnex

// Pascal wants a legal program of a language like Pascal:
//
//	program   = "program" name ";" [ "var" { names ":" name ";" } ] block "."
//	names     = name { "," name }
//	block     = "begin" statement { ";" statement } "end"
//	statement = [ name ":=" sum | "while" sum "do" statement | block ]
//	sum       = operand { ( "+" | "-" ) operand }
//	operand   = name | number | "(" sum ")"
//
// The smallest is "program X; begin end.".
func Pascal(source string) bool {
	p := &pascal{text: source}
	p.scan()
	if !p.program() {
		return false
	}
	if p.kind == endOfText {
		return true // target
	}
	return false
}

// The kinds of a token; any other character is a token of its own kind.
const (
	endOfText = iota
	name
	number
	keyword
)

// A pascal is a parser with one token of look-ahead.
type pascal struct {
	text string
	at   int    // where the text behind the token begins
	kind int    // of the token
	word string // the token, if it is a name or a keyword
}

// scan goes on to the next token.
func (p *pascal) scan() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n') {
		p.at++
	}
	if p.at == len(p.text) {
		p.kind = endOfText
		return
	}
	begin := p.at
	c := p.text[begin]
	p.at++
	switch {
	case isLetter(c):
		for p.at < len(p.text) && (isLetter(p.text[p.at]) || isDigit(p.text[p.at])) {
			p.at++
		}
		p.word = p.text[begin:p.at]
		p.kind = kindOf(p.word)
	case isDigit(c):
		for p.at < len(p.text) && isDigit(p.text[p.at]) {
			p.at++
		}
		p.kind = number
	default:
		p.kind = int(c) + 256
	}
}

func kindOf(word string) int {
	switch word {
	case "program", "var", "begin", "end", "while", "do":
		return keyword
	}
	return name
}

func (p *pascal) program() bool {
	if !p.reads("program") || !p.readsKind(name) || !p.readsSign(';') {
		return false
	}
	if p.reads("var") && !p.variables() {
		return false
	}
	return p.block() && p.readsSign('.')
}

func (p *pascal) variables() bool {
	for p.readsKind(name) {
		for p.readsSign(',') {
			if !p.readsKind(name) {
				return false
			}
		}
		if !p.readsSign(':') || !p.readsKind(name) || !p.readsSign(';') {
			return false
		}
	}
	return true
}

func (p *pascal) block() bool {
	if !p.reads("begin") || !p.statement() {
		return false
	}
	for p.readsSign(';') {
		if !p.statement() {
			return false
		}
	}
	return p.reads("end")
}

func (p *pascal) statement() bool {
	if p.readsKind(name) {
		return p.readsSign(':') && p.readsSign('=') && p.sum()
	}
	if p.reads("while") {
		return p.sum() && p.reads("do") && p.statement()
	}
	if p.kind == keyword && p.word == "begin" {
		return p.block()
	}
	return true
}

func (p *pascal) sum() bool {
	if !p.operand() {
		return false
	}
	for p.readsSign('+') || p.readsSign('-') {
		if !p.operand() {
			return false
		}
	}
	return true
}

func (p *pascal) operand() bool {
	if p.readsSign('(') {
		return p.sum() && p.readsSign(')')
	}
	return p.readsKind(name) || p.readsKind(number)
}

// reads goes on if the token is that keyword, and reports whether it is.
func (p *pascal) reads(word string) bool {
	if p.kind != keyword || p.word != word {
		return false
	}
	p.scan()
	return true
}

func (p *pascal) readsSign(c byte) bool {
	return p.readsKind(int(c) + 256)
}

func (p *pascal) readsKind(kind int) bool {
	if p.kind != kind {
		return false
	}
	p.scan()
	return true
}
