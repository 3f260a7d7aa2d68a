package experiment

import (
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Markdown writes a table. The first column is flush left, the others right.
func Markdown(w io.Writer, head []string, rows func(yield func([]string))) {
	line := func(cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	rule := make([]string, len(head))
	for i := range rule {
		rule[i] = "---:"
	}
	rule[0] = "---"
	line(rule)
	rows(line)
}

// Revision is the commit of this module, as far as it is known.
func Revision() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
