// Package parser reads sums of numbers and parentheses, such as 12+(3-4), and can take back one
// token.
//
// Invariant of Parser: 0 <= at <= len(text); back is set only after a token was read, and last is
// then that token, which ends at at; depth is the number of parentheses that are open, and not negative.
package parser

import "errors"

// Kind is a kind of token.
type Kind int

const (
	None Kind = iota
	End
	Number
	Plus
	Minus
	Left
	Right
	Wrong
)

// Token is a token.
type Token struct {
	Kind  Kind
	Value int
}

// Parser reads a text.
type Parser struct {
	text  []byte
	at    int
	last  Token
	back  bool
	depth int
}

var (
	ErrSyntax = errors.New("parser: no sum")
	ErrBack   = errors.New("parser: no token to take back")
)

// New makes a parser of a copy of a text.
func New(text string) *Parser { return &Parser{text: []byte(text)} }

// Next is the next token.
func (p *Parser) Next() Token {
	if p.back {
		if p.last.Kind == None {
			panic("parser: taken back before it was read")
		}
		p.back = false
		return p.last
	}
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	p.last = p.scan()
	return p.last
}

// scan reads a token at its beginning.
func (p *Parser) scan() Token {
	if p.at > len(p.text) {
		panic("parser: behind the end")
	}
	if p.at == len(p.text) {
		return Token{Kind: End}
	}
	c := p.text[p.at]
	p.at++
	switch c {
	case '+':
		return Token{Kind: Plus}
	case '-':
		return Token{Kind: Minus}
	case '(':
		return Token{Kind: Left}
	case ')':
		return Token{Kind: Right}
	}
	if c < '0' || c > '9' {
		return Token{Kind: Wrong, Value: int(c)}
	}
	v := int(c - '0')
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		v = (v*10 + int(p.text[p.at]-'0')) % 1_000_000
		p.at++
	}
	return Token{Number, v}
}

// Unread has Next return the last token again. It may be called once for each token.
func (p *Parser) Unread() error {
	if p.back || p.last.Kind == None {
		return ErrBack
	}
	p.back = true
	return nil
}

// Expect reads a token of a kind, or none.
func (p *Parser) Expect(k Kind) bool {
	if p.Next().Kind == k {
		return true
	}
	p.back = true
	return false
}

// Sum reads a sum, as long as there is one.
func (p *Parser) Sum() (int, error) {
	v, err := p.operand()
	if err != nil {
		return 0, err
	}
	for {
		t := p.Next()
		switch t.Kind {
		case Plus, Minus:
			w, err := p.operand()
			if err != nil {
				return 0, err
			}
			if t.Kind == Minus {
				w = -w
			}
			v += w
		default:
			p.back = true
			return v, nil
		}
	}
}

// operand reads a number, or a sum in parentheses.
func (p *Parser) operand() (int, error) {
	switch t := p.Next(); t.Kind {
	case Number:
		return t.Value, nil
	case Left:
		p.depth++
		v, err := p.Sum()
		p.depth--
		if p.depth < 0 {
			panic("parser: more parentheses closed than opened")
		}
		if err == nil && !p.Expect(Right) {
			err = ErrSyntax
		}
		return v, err
	}
	p.back = true
	return 0, ErrSyntax
}

// Done reports whether all was read.
func (p *Parser) Done() bool {
	return p.at == len(p.text) && !(p.back && p.last.Kind != End)
}
