package campaign

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// lines returns the line of each table and key of a TOML file, by path: arm[1].algo is the key
// algo of the second table [[arm]]. The text must be correct.
func lines(text []byte) map[string]int {
	l := &liner{lines: map[string]int{}, tables: map[string]int{}}
	l.parser.Reset(text)
	at := ""
	for l.parser.NextExpression() {
		switch e := l.parser.Expression(); e.Kind {
		case unstable.Table:
			at = l.enter("", e)
		case unstable.ArrayTable:
			at = l.enterNext(e)
		case unstable.KeyValue:
			l.keyValue(at, e)
		}
	}
	return l.lines
}

type liner struct {
	parser unstable.Parser
	lines  map[string]int
	tables map[string]int // number of tables in each array of tables
}

// enter returns the path of a key below another path.
func (l *liner) enter(path string, e *unstable.Node) string {
	for it := e.Key(); it.Next(); {
		path = l.last(below(path, string(it.Node().Data)))
		l.mark(path, it.Node())
	}
	return path
}

// enterNext returns the path of a new table in an array of tables.
func (l *liner) enterNext(e *unstable.Node) (path string) {
	for it := e.Key(); it.Next(); {
		path = below(path, string(it.Node().Data))
		if it.IsLast() {
			l.mark(path, it.Node())
			l.tables[path]++
		}
		path = l.last(path)
		l.mark(path, it.Node())
	}
	return path
}

// last returns the path of the last table if the path is that of an array of tables.
func (l *liner) last(path string) string {
	if n := l.tables[path]; n > 0 {
		return fmt.Sprintf("%s[%d]", path, n-1)
	}
	return path
}

// keyValue notes the lines of a key and of those in inline tables below it.
func (l *liner) keyValue(path string, e *unstable.Node) {
	path = l.enter(path, e)
	l.value(path, e.Value())
}

func (l *liner) value(path string, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			l.keyValue(path, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			element := fmt.Sprintf("%s[%d]", path, i)
			if it.Node().Raw.Length > 0 { // tables have no place of their own
				l.mark(element, it.Node())
			}
			l.value(element, it.Node())
		}
	}
}

// mark notes the line of a path, unless it has one.
func (l *liner) mark(path string, n *unstable.Node) {
	if _, known := l.lines[path]; !known {
		l.lines[path] = 1 + strings.Count(string(l.parser.Data()[:n.Raw.Offset]), "\n")
	}
}
