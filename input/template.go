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
func Expand(template string, fill Fill) string {
	var out strings.Builder
	for rest := template; ; {
		i := strings.IndexByte(rest, '$')
		if i < 0 || i+1 == len(rest) {
			if i >= 0 {
				panic(fmt.Sprintf("input: BUG: template %q ends in a dollar sign", template))
			}
			out.WriteString(rest)
			return out.String()
		}
		out.WriteString(rest[:i])
		char := rest[i+1]
		rest = rest[i+2:]
		switch {
		case char == '$':
			out.WriteByte('$')
		case char == 'T':
			out.WriteString(fill.Type)
		case char == '0':
			out.WriteString(fill.Recv)
		case char >= '1' && char <= '9':
			n := int(char - '0')
			for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
				n = 10*n + int(rest[0]-'0')
				rest = rest[1:]
			}
			if n > len(fill.Args) {
				panic(fmt.Sprintf("input: BUG: template %q has no argument %d", template, n))
			}
			out.WriteString(fill.Args[n-1])
		case char == '(':
			path, after, ok := strings.Cut(rest, ").")
			if !ok {
				panic(fmt.Sprintf("input: BUG: template %q: package without an end", template))
			}
			rest = after
			if name := fill.Package(path); name != "" {
				out.WriteString(name)
				out.WriteByte('.')
			}
		default:
			panic(fmt.Sprintf("input: BUG: template %q: unknown placeholder $%c", template, char))
		}
	}
}
