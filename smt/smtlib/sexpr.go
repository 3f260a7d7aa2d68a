package smtlib

import (
	"errors"
	"strings"
)

// node is an expression in an answer: an atom, a string or a list.
type node struct {
	atom   string
	list   []node
	isList bool
	quoted bool
}

// head is the atom that a list begins with.
func (n *node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].atom
}

// deepest is how deep lists may lie in each other; answers have a few levels.
const deepest = 100

var errShape = errors.New("no expression")

// reader reads one text after another. What it read of one is good until it
// reads the next.
type reader struct {
	rest string
	open []node // of the lists that are not read to their ends
	done []node // of those that are, side by side
}

func (r *reader) all(text string) ([]node, error) {
	*r = reader{text, r.open[:0], r.done[:0]}
	for r.space(); r.rest != ""; r.space() {
		n, err := r.node(0)
		if err != nil {
			return nil, err
		}
		r.open = append(r.open, n)
	}
	return r.open, nil
}

// space skips blanks and comments.
func (r *reader) space() {
	for r.rest != "" {
		switch r.rest[0] {
		case ' ', '\t', '\r', '\n':
			r.rest = r.rest[1:]
		case ';':
			_, r.rest, _ = strings.Cut(r.rest, "\n")
		default:
			return
		}
	}
}

// delimits reports whether an atom ends before a byte.
func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '(', ')', '"', ';':
		return true
	}
	return false
}

func (r *reader) node(depth int) (node, error) {
	switch {
	case depth > deepest || r.rest == "" || r.rest[0] == ')':
		return node{}, errShape
	case r.rest[0] == '(':
		return r.list(depth)
	case r.rest[0] == '"':
		return r.str()
	case r.rest[0] == '|':
		name, rest, ok := strings.Cut(r.rest[1:], "|")
		if !ok {
			return node{}, errShape
		}
		r.rest = rest
		return node{atom: name}, nil
	}
	n := 0
	for n < len(r.rest) && !delimits(r.rest[n]) {
		n++
	}
	atom := r.rest[:n]
	r.rest = r.rest[n:]
	return node{atom: atom}, nil
}

func (r *reader) list(depth int) (node, error) {
	outer := len(r.open)
	r.rest = r.rest[1:]
	for r.space(); !strings.HasPrefix(r.rest, ")"); r.space() {
		m, err := r.node(depth + 1)
		if err != nil {
			return node{}, err
		}
		r.open = append(r.open, m)
	}
	r.rest = r.rest[1:]
	before := len(r.done)
	r.done = append(r.done, r.open[outer:]...)
	r.open = r.open[:outer]
	return node{isList: true, list: r.done[before:len(r.done):len(r.done)]}, nil
}

// str reads a string, in which a quote is written twice.
func (r *reader) str() (node, error) {
	var b strings.Builder
	for {
		part, rest, ok := strings.Cut(r.rest[1:], `"`)
		if !ok {
			return node{}, errShape
		}
		b.WriteString(part)
		r.rest = rest
		if !strings.HasPrefix(rest, `"`) {
			return node{atom: b.String(), quoted: true}, nil
		}
		b.WriteByte('"')
	}
}
