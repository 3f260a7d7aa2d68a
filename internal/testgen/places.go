package testgen

import (
	"go/format"
	"regexp"
	"strconv"
	"strings"

	"nearmiss/internal/oracle"
)

// Place describes one line of a suite.
type Place struct {
	Func, Case int    // indices into Suite.Funcs and its Cases; Func is -1 outside of a test, Case is -1 outside of its rows
	Asserts    bool   // an assertion reports its failure on this line
	Decl       string // the key of the declaration (input.Alt.Decl) that the line is part of, or ""
	Export     string // the key of the name that the bridge exports on the line, or ""

	check oracle.ID // the check that asserts
}

// Check returns the check that asserts on the line.
func (p Place) Check() oracle.ID { return p.check }

var nowhere = Place{Func: -1, Case: -1}

// line is the position of one line of a suite.
type line struct {
	file string
	n    int
}

// At returns the description of a line of a file.
func (s *Suite) At(file string, n int) Place {
	if p, ok := s.lines[line{file, n}]; ok {
		return p
	}
	return nowhere
}

// The printer marks lines of a test: the text of a mark stands in a string or a comment while the
// text is formatted, and is then taken out.

// mark describes the line on which it stands.
type mark struct {
	check   oracle.ID // of a line that asserts
	asserts bool
	row     int    // of a line in the table; -1 on other lines
	export  string // the key of the name that the line exports
}

// marks are the marks in the texts of one file.
type marks struct{ list []mark }

// marker is the text of a mark.
type marker string

func (m *marks) mark(k mark) marker {
	m.list = append(m.list, k)
	return marker("\ue000" + strconv.Itoa(len(m.list)-1) + "\ue001")
}

// inside puts a marker behind the quote that begins a string.
func (m marker) inside(quoted string) string { return quoted[:1] + string(m) + quoted[1:] }

var markText = regexp.MustCompile(`(?: *//)?\x{e000}([0-9]+)\x{e001}`)

// piece is a formatted top-level declaration, or several.
type piece struct {
	text   string
	place  Place        // of its lines
	bounds []string     // build constraints of the files that declare the names in it; sorted
	marked map[int]mark // by line, from 0
	rows   [][2]int     // by row of the table: its first line, and the line behind its last one
}

// newPiece formats declarations, and takes the marks out of them.
func (m *marks) newPiece(text string, at Place) (*piece, error) {
	data, err := format.Source([]byte(text))
	if err != nil {
		return nil, missingTestError("it does not parse: " + err.Error())
	}
	p := &piece{place: at, marked: map[int]mark{}}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, text := range lines {
		for _, found := range markText.FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(found[1])
			p.note(i, m.list[n])
			lines[i] = strings.Replace(lines[i], found[0], "", 1)
		}
		if last := len(p.rows) - 1; (text == "\t}" || text == "\t})") && last >= 0 && p.rows[last][1] == 0 {
			p.rows[last][1] = i
		}
	}
	p.text = strings.Join(lines, "\n") + "\n"
	return p, nil
}

// note records the mark of a line. A row ends where the next one begins.
func (p *piece) note(i int, k mark) {
	if k.row < 0 || k.asserts {
		p.marked[i] = k
		return
	}
	if last := len(p.rows) - 1; last >= 0 {
		p.rows[last][1] = i
	}
	p.rows = append(p.rows, [2]int{i, 0})
}

// index records the places of the lines of a piece that begins on line from of a file.
func (s *Suite) index(file string, from int, p *piece) {
	for i := range strings.Count(p.text, "\n") {
		s.lines[line{file, from + i}] = p.place
	}
	for j, r := range p.rows {
		for i := r[0]; i < r[1]; i++ {
			s.lines[line{file, from + i}] = Place{Func: p.place.Func, Case: j}
		}
	}
	for i, k := range p.marked {
		s.lines[line{file, from + i}] = Place{Func: p.place.Func, Case: -1, Asserts: k.asserts, Export: k.export, check: k.check}
	}
}
