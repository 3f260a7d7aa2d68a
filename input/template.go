package input

import (
	"fmt"
	"strings"
)

// Fill holds the values of the placeholders of a template.
type Fill struct {
	Args    []string            // $1, $2 …
	Recv    string              // $0
	Type    string              // $T
	Package func(string) string // name of the package with an import path; "" for the package that contains the code
}

// Expand returns the template of an Alt with its placeholders replaced. Templates are made by
// the program, so Expand panics on a malformed template.
func Expand(template string, f Fill) string {
	var b strings.Builder
	for rest := template; ; {
		i := strings.IndexByte(rest, '$')
		if i < 0 || i+1 == len(rest) {
			if i >= 0 {
				panic(fmt.Sprintf("input: BUG: template %q ends in a dollar sign", template))
			}
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:i])
		c := rest[i+1]
		rest = rest[i+2:]
		switch {
		case c == '$':
			b.WriteByte('$')
		case c == 'T':
			b.WriteString(f.Type)
		case c == '0':
			b.WriteString(f.Recv)
		case c >= '1' && c <= '9':
			n := int(c - '0')
			for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
				n = 10*n + int(rest[0]-'0')
				rest = rest[1:]
			}
			if n > len(f.Args) {
				panic(fmt.Sprintf("input: BUG: template %q has no argument %d", template, n))
			}
			b.WriteString(f.Args[n-1])
		case c == '(':
			path, after, ok := strings.Cut(rest, ").")
			if !ok {
				panic(fmt.Sprintf("input: BUG: template %q: package without an end", template))
			}
			rest = after
			if name := f.Package(path); name != "" {
				b.WriteString(name)
				b.WriteByte('.')
			}
		default:
			panic(fmt.Sprintf("input: BUG: template %q: unknown placeholder $%c", template, c))
		}
	}
}
