// Package ini reads files of sections with keys and values.
package ini

import (
	"fmt"
	"strings"
)

// A File has the values of sections by key.
type File map[string]map[string]string

// Parse reads the text of a file.
func Parse(text string) (File, error) {
	file := File{}
	var section map[string]string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == ';' || line[0] == '#':
		case line[0] == '[' && line[len(line)-1] == ']':
			name := strings.TrimSpace(line[1 : len(line)-1])
			if file[name] == nil {
				file[name] = map[string]string{}
			}
			section = file[name]
		default:
			key, value, ok := strings.Cut(line, "=")
			if !ok {
				return nil, fmt.Errorf("ini: line %d has no value", number)
			}
			section[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return file, nil
}
