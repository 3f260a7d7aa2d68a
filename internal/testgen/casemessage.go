package testgen

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A case that wants an error is named by the constant part of its message: of
//
//	fmt.Errorf("can't convert %s to decimal: fractional part too long", s)
//
// that is "fractional part too long".

// A messageFormat is a message in the source of a package, cut where values are filled in.
type messageFormat struct {
	parts   []string
	numbers []bool // by value: it is a number
}

// gap stands for a value in a message, and numeral for a number.
const (
	gap     = "\x00"
	numeral = "N"
)

var verb = regexp.MustCompile(`%(?:\[\d+\])?[-+# 0]*[\d*]*(?:\.[\d*]*)?[a-zA-Z%]`)

// messageFormats returns the messages of the package: string constants, and sums of constants and other values.
func (f *file) messageFormats() []messageFormat {
	if f.messages != nil {
		return f.messages
	}
	f.messages = []messageFormat{}
	for _, syntax := range f.pkg.Files {
		ast.Inspect(syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BinaryExpr:
				if m := sumFormat(n); m != nil {
					f.messages = append(f.messages, *m)
					return false
				}
			case *ast.BasicLit:
				if m := sumFormat(n); m != nil {
					f.messages = append(f.messages, *m)
				}
			}
			return true
		})
	}
	return f.messages
}

// sumFormat returns the format that a string or a sum with strings is, nil of another expression.
func sumFormat(e ast.Expr) *messageFormat {
	m := &messageFormat{parts: []string{""}}
	texts := 0
	var add func(e ast.Expr)
	add = func(e ast.Expr) {
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			add(b.X)
			add(b.Y)
			return
		}
		lit, ok := ast.Unparen(e).(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			m.fill(false)
			return
		}
		texts++
		text, _ := strconv.Unquote(lit.Value)
		for at := verb.FindStringIndex(text); at != nil; at = verb.FindStringIndex(text) {
			m.parts[len(m.parts)-1] += text[:at[0]]
			if what := text[at[0]:at[1]]; what == "%%" {
				m.parts[len(m.parts)-1] += "%"
			} else {
				m.fill(strings.HasSuffix(what, "d"))
			}
			text = text[at[1]:]
		}
		m.parts[len(m.parts)-1] += text
	}
	add(e)
	if texts == 0 {
		return nil
	}
	return m
}

func (m *messageFormat) fill(number bool) {
	m.parts, m.numbers = append(m.parts, ""), append(m.numbers, number)
}

// match returns the values in a message, false if the format does not make it.
func (m *messageFormat) match(text string) (values []string, ok bool) {
	last := len(m.parts) - 1
	if last == 0 {
		return nil, text == m.parts[0]
	}
	text, ok = strings.CutPrefix(text, m.parts[0])
	if !ok {
		return nil, false
	}
	for _, part := range m.parts[1:last] {
		value, rest, ok := strings.Cut(text, part)
		if !ok {
			return nil, false
		}
		values, text = append(values, value), rest
	}
	value, ok := strings.CutSuffix(text, m.parts[last])
	return append(values, value), ok
}

// weight counts the letters of a format, 0 if they are no words.
func (m *messageFormat) weight() (letters int) {
	text := strings.Join(m.parts, "")
	for _, r := range text {
		if isLetter(r) {
			letters++
		}
	}
	if !strings.Contains(strings.TrimSpace(text), " ") {
		return 0
	}
	return letters
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f }

// constantPart returns a message with gaps for the values that the source fills in, but for messages among them; "" if the
// package has no such format.
func (f *file) constantPart(text string, depth int) string {
	best := 0
	var format *messageFormat
	var values []string
	for i := range f.messageFormats() {
		m := &f.messages[i]
		if weight := m.weight(); weight > best {
			if v, ok := m.match(text); ok {
				format, values, best = m, v, weight
			}
		}
	}
	if format == nil {
		return ""
	}
	said := format.parts[0]
	for i, v := range values {
		filled := gap
		if format.numbers[i] {
			filled = numeral
		} else if inner := ""; depth > 0 && len(v) < len(text) {
			if inner = f.constantPart(v, depth-1); inner != "" {
				filled = inner
			}
		}
		said += filled + format.parts[i+1]
	}
	return said
}

var (
	quoted   = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|'[^']*'")
	inMarks  = regexp.MustCompile("[\"'`(\\[{<]+(?:\x00|N)[\"'`)\\]}>]+")
	atColon  = regexp.MustCompile(`:\s+|; |\. |\n`)
	inside   = regexp.MustCompile("\\b(?:of|in|for|from|at|on|by|with) \x00 ")
	twoWords = regexp.MustCompile(`\pL\S* +.*\pL`)
	articles = regexp.MustCompile(`\b(?:a|an|the) `)
)

// messageName names a case after the message of its error.
func (f *file) messageName(text string) string {
	text = strings.ToValidUTF8(text, "?")
	said := f.constantPart(text, 3)
	if said == "" {
		said = quoted.ReplaceAllString(text, gap) // of another package
	}
	said = inMarks.ReplaceAllString(said, gap)
	clauses := atColon.Split(said, -1)
	best, most := "", -1
	for i, c := range clauses {
		about := 0 // the last clause of two words that begins with none that is filled in, else the last of two words
		whole := !filled(c)
		c = trimmed(c, strings.HasSuffix(c, gap) || i+1 < len(clauses) && filled(clauses[i+1]))
		if twoWords.MatchString(c) {
			about++
			if whole {
				about++
			}
		}
		if c != "" && about >= most {
			best, most = c, about
		}
	}
	return shortened(best, maxCaseName)
}

// hanging are words that a clause does not end with where a value is left out.
var hanging = []string{"a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "is", "was", "got", "and", "or", "but", "as", "than", "be", "are", "has", "have", "found", "not"}

// filled reports whether a clause begins with a value, or is empty.
func filled(clause string) bool {
	return strings.HasPrefix(strings.TrimLeft(clause, " '\"`(")+gap, gap)
}

// trimmed returns a clause without values, blanks in a row, and marks around it; and without words at its end if a value followed.
func trimmed(clause string, followed bool) string {
	fields := strings.Fields(strings.ReplaceAll(inside.ReplaceAllString(clause, ""), gap, ""))
	if len(fields) > 3 && fields[0] == numeral && slices.Contains(hanging, fields[1]) {
		fields = fields[2:]
	}
	for len(fields) > 0 {
		last := strings.TrimRight(fields[len(fields)-1], `,.;:-=!([{"'`+"`")
		if last == "" || followed && slices.Contains(hanging, last) {
			fields = fields[:len(fields)-1]
			continue
		}
		fields[len(fields)-1] = last
		break
	}
	return strings.TrimLeft(strings.Join(fields, " "), `,.;:-=)]}`+" ")
}

// shortened returns a text of at most n characters: without articles, else the part behind or before a comma, else its last words.
func shortened(text string, n int) string {
	fits := func(s string) bool { return s != "" && len([]rune(s)) <= n }
	if fits(text) {
		return text
	}
	if text = articles.ReplaceAllString(text, ""); fits(text) {
		return text
	}
	parts := strings.Split(text, ", ")
	for _, p := range slices.Backward(parts) {
		if p = trimmed(p, false); fits(p) && strings.Contains(p, " ") {
			return p
		}
	}
	fields := strings.Fields(text)
	for len(fields) > 1 && (!fits(strings.Join(fields, " ")) || fields[0] != "not" && slices.Contains(hanging, fields[0])) {
		fields = fields[1:]
	}
	r := []rune(trimmed(strings.Join(fields, " "), false))
	return string(r[:min(n, len(r))])
}
