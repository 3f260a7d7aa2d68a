package smtlib

import (
	"errors"
	"strings"
)

// node is an expression in an answer: an atom, a string or a list.
type node struct {
	atom   string // text of an atom or a string
	list   []node
	isList bool
	quoted bool // the node is a string
}

// head returns the atom at the beginning of a list.
func (n *node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].atom
}

// maxDepth is the largest depth of nested lists; answers have a few levels.
const maxDepth = 100

var errShape = errors.New("no expression")

// reader parses texts. The result for a text is valid until the next one is parsed.
type reader struct {
	rest        string
	openElems   []node // elements of lists that are not complete
	closedElems []node // elements of complete lists
}

func (r *reader) readAll(text string) ([]node, error) {
	*r = reader{text, r.openElems[:0], r.closedElems[:0]}
	for r.skipSpace(); r.rest != ""; r.skipSpace() {
		n, err := r.node(0)
		if err != nil {
			return nil, err
		}
		r.openElems = append(r.openElems, n)
	}
	return r.openElems, nil
}

// skipSpace skips blanks and comments.
func (r *reader) skipSpace() {
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
	case depth > maxDepth || r.rest == "" || r.rest[0] == ')':
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
	outer := len(r.openElems)
	r.rest = r.rest[1:]
	for r.skipSpace(); !strings.HasPrefix(r.rest, ")"); r.skipSpace() {
		m, err := r.node(depth + 1)
		if err != nil {
			return node{}, err
		}
		r.openElems = append(r.openElems, m)
	}
	r.rest = r.rest[1:]
	before := len(r.closedElems)
	r.closedElems = append(r.closedElems, r.openElems[outer:]...)
	r.openElems = r.openElems[:outer]
	return node{isList: true, list: r.closedElems[before:len(r.closedElems):len(r.closedElems)]}, nil
}

// str reads a string. A quote in it is doubled.
func (r *reader) str() (node, error) {
	var out strings.Builder
	for {
		part, rest, ok := strings.Cut(r.rest[1:], `"`)
		if !ok {
			return node{}, errShape
		}
		out.WriteString(part)
		r.rest = rest
		if !strings.HasPrefix(rest, `"`) {
			return node{atom: out.String(), quoted: true}, nil
		}
		out.WriteByte('"')
	}
}
