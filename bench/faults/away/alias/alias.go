// Package alias resolves names of commands.
package alias

import "strings"

// Resolve returns the command that name stands for at the end. Every line of table is an alias and what it stands for, with
// an equals sign between; an alias may stand for another.
func Resolve(table, name string) string {
	aliases := map[string]string{}
	for line := range strings.Lines(table) {
		from, to, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && from != "" {
			aliases[from] = to
		}
	}
	for {
		to, ok := aliases[name]
		if !ok {
			return name
		}
		name = to
	}
}
