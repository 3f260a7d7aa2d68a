// Package kvline writes pairs of texts in one line.
package kvline

import (
	"errors"
	"strings"
)

// A Pair is a key and its value.
type Pair struct {
	Key, Value string
}

// ErrSyntax is returned for a line that Marshal does not write.
var ErrSyntax = errors.New("kvline: syntax error")

var escaper = strings.NewReplacer(`\`, `\\`, "=", `\=`, ";", `\;`)

// Marshal returns pairs as key=value; with a backslash before what has a meaning.
func Marshal(pairs []Pair) string {
	var b strings.Builder
	for _, p := range pairs {
		b.WriteString(escaper.Replace(p.Key))
		b.WriteByte('=')
		b.WriteString(escaper.Replace(p.Value))
		b.WriteByte(';')
	}
	return b.String()
}

// Unmarshal returns the pairs of a line.
func Unmarshal(line string) ([]Pair, error) {
	var pairs []Pair
	var p Pair
	var text []byte
	inValue := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			i++
			text = append(text, line[i])
		case c == '=' && !inValue:
			p.Key, text, inValue = string(text), nil, true
		case c == ';' && inValue:
			p.Value = string(text)
			pairs = append(pairs, p)
			text, inValue = nil, false
		case c == '\\' || c == '=' || c == ';':
			return nil, ErrSyntax
		default:
			text = append(text, c)
		}
	}
	if inValue || len(text) > 0 {
		return nil, ErrSyntax
	}
	return pairs, nil
}
