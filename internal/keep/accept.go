package keep

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// mostShown is the length, in runes, at which the values of a message are cut.
const mostShown = 80

// changed returns the message of a failed comparison as what was expected, and what is so now:
// Classify(2, 1, 2): was Isosceles, now Scalene. Other messages stay as they are.
func changed(message string) string {
	m := comparison(message)
	if m == nil {
		return message
	}
	if call, ok := strings.CutSuffix(m[0], " panics with"); ok && m[1] == `""` {
		return cut(call, 2*mostShown) + ": panicked with " + cut(m[2], mostShown) + ", now returns"
	}
	return cut(m[0], 2*mostShown) + ": was " + cut(m[2], mostShown) + ", now " + cut(m[1], mostShown)
}

// messageForms match the messages of comparisons: the call and what it tells, the present value, the wanted one.
var messageForms = []*regexp.Regexp{
	regexp.MustCompile(`^(.*) = (.*), want (.*)$`),
	regexp.MustCompile(`^(.* (?:panics with|has length|== nil is)) (.*), want (.*)$`),
}

// comparison returns the parts of the message of a comparison, nil if it is none.
func comparison(message string) []string {
	for _, form := range messageForms {
		if m := form.FindStringSubmatch(message); m != nil {
			return m[1:]
		}
	}
	return nil
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// accept decides on the old rows whose new expectation is accepted. One that no new row makes the call of goes
// as it does where it does not compile, unless it was edited.
func (m *merger) accept() {
	for _, r := range m.oldRows() {
		f := m.fates[r]
		switch {
		case f == nil || !f.accepts:
		case f.by != nil && r.canTake(f.by):
		case r.edited():
			delete(m.fates, r)
			m.failing(r.place(), 1, "fails, stays, for it was edited: "+changed(m.check.Failing[r.place()]))
		default:
			f.accepts, f.gone = false, true
		}
	}
}

// canTake reports whether a row can have the expectation of another one with the same call, and keep all else.
func (r *row) canTake(by *row) bool {
	if !r.table.sameShape(by.table) {
		return false
	}
	if _, ok := r.table.missing([]*row{by}); !ok {
		return false
	}
	return r.lit != nil || !r.edited() || len(r.words()) == len(by.words())
}

// takeWanted gives an old row the expectation of a new one.
func (m *merger) takeWanted(was, r *row) addition {
	t := was.table
	a := addition{file: t.file.name, nodes: []ast.Node{r.node}}
	closures, _ := t.missing([]*row{r})
	e := m.edits(t.file.name)
	for _, s := range closures {
		e.insert(t.begin(), r.table.file.lines(s))
		a.nodes = append(a.nodes, s)
	}
	if was.lit != nil {
		was.takeCells(e, r)
	} else {
		was.takeWords(e, r)
	}
	if was.asWritten() {
		m.written(t, was.name)
	}
	m.result.added(r.place(), was.place())
	return a
}

// takeCells replaces the wanted values of a row of a table.
func (was *row) takeCells(e *edits, r *row) {
	f, end := was.table.file, was.lit.Lbrace+1
	for i, x := range was.lit.Elts {
		key := wantedKey(x)
		by := cell(r.lit, key)
		switch value := cell(was.lit, key); {
		case key == "":
		case by == nil: // with the comma before it: the first cell is the name
			e.remove(f.offset(was.lit.Elts[max(i-1, 0)].End()), f.offset(x.End()))
		case f.tokens(value) != r.table.file.tokens(by):
			e.replace(f.offset(value.Pos()), f.offset(value.End()), r.table.file.source(by))
		}
		end = x.End()
	}
	for _, x := range r.lit.Elts {
		if key := wantedKey(x); key != "" && cell(was.lit, key) == nil {
			before := ", "
			if f.line(end) != f.line(was.lit.Rbrace) {
				before = ",\n"
			}
			e.insert(f.offset(end), before+r.table.file.source(x))
		}
	}
}

// wantedKey returns the name of a cell with a wanted value, "" for other cells.
func wantedKey(x ast.Expr) string {
	if kv, ok := x.(*ast.KeyValueExpr); ok && isWanted(kv.Key) {
		return kv.Key.(*ast.Ident).Name
	}
	return ""
}

// takeWords replaces the tokens of a subtest that differ from those of a new one, or its body.
func (was *row) takeWords(e *edits, r *row) {
	f, old, fresh := was.table.file, was.words(), r.words()
	if len(old) != len(fresh) {
		e.replace(f.offset(was.body.Pos()), f.offset(was.body.End()), r.table.file.source(r.body))
		return
	}
	for i, w := range old {
		if w.text != fresh[i].text {
			e.replace(w.at, w.at+len(w.text), fresh[i].text)
		}
	}
}

// A word is a token of a subtest, and its offset in the file.
type word struct {
	text string
	at   int
}

// words returns the tokens of the body of a subtest, without comments.
func (r *row) words() (list []word) {
	f := r.table.file
	from, to := f.offset(r.body.Pos()), f.offset(r.body.End())
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), to-from)
	s.Init(file, f.text[from:to], nil, 0)
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return list
		case tok == token.SEMICOLON && text == "\n":
			continue
		case text == "":
			text = tok.String()
		}
		list = append(list, word{text, from + file.Offset(pos)})
	}
}

// source returns the text of a node.
func (f *file) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}
