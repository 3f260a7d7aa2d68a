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

// Searches says in what columns or rows there are fewer searches than seeds: once are those
// that draw nothing, short those of which not all seeds are done, with how many are.
func Searches(once, short []string, separator string) (text string) {
	if len(once) > 0 {
		text += " These draw nothing, so that there is one search for a cell: " + strings.Join(once, separator) + "."
	}
	if len(short) > 0 {
		text += " Not all seeds are done; cells have at least: " + strings.Join(short, separator) + "."
	}
	return text
}
