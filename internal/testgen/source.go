package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
)

// column is one field of the table with a cell for every case. A row omits an empty cell.
type column struct {
	name, typ string
	isInput   bool
	cells     []string
}

// source returns the text of the test function before formatting.
func (p *plan) source() string {
	var b strings.Builder
	switch { // else the name tells
	case p.inputsVar != "":
		b.WriteString(comment(p.name + " runs " + p.fn.displayName() + " on inputs that make it do much."))
	case p.fn.Sig.Calls != nil:
		b.WriteString(comment(p.name + " runs what " + p.fn.displayName() + " returns."))
	}
	for _, n := range p.notes {
		b.WriteString(comment(n.String()))
	}
	fmt.Fprintf(&b, "func %s(%s *%s.T) {\n", p.name, p.local("t"), p.stdImport("testing"))
	text := p.subtests()
	return b.String() + p.skipNarrow(text+p.inputsText) + text + "}\n"
}

// subtests returns the statements that run the cases: a table with a loop over it, or one subtest after
// the other where a table does not fit, or where that takes at least a tenth fewer lines.
func (p *plan) subtests() string {
	sequence := p.sequence()
	if len(p.cases) > 1 && p.fitsTable() {
		table := p.table()
		if lines := func(s string) int { return strings.Count(s, "\n") }; 10*lines(sequence) > 9*lines(table) {
			return table
		}
	}
	for _, c := range p.checks { // in a table all cases make the checks that one does not spare
		for i, spared := range c.Spared {
			if spared && c.Checks(i) {
				p.spared++
			}
		}
	}
	return sequence
}

// fitsTable reports whether expressions without locks make all inputs, and all cases make the same checks.
func (p *plan) fitsTable() bool {
	differs := func(c *check) bool {
		return c.Received || c.Partial || c.How == oracle.Errors && c.Wanting(oracle.SomeError) ||
			c.Form != nil && c.Form.Kind == oracle.Whole && syntax.HoldsLock(c.GoType)
	}
	made := func(in *inputField) bool { return in.takesStatements(p) || syntax.HoldsLock(in.goType) }
	return p.inputsVar == "" && !slices.ContainsFunc(p.inputs, made) && !slices.ContainsFunc(p.checks, differs) &&
		!(p.panicsInSome() && slices.Contains(p.verdict.Texts, false))
}

// table returns the table of the cases, and the loop over it.
func (p *plan) table() string {
	columns := p.columns()
	rows, body := p.rows(columns), p.body()
	var b strings.Builder
	tests, tt := p.local("tests"), p.rowVar()
	b.WriteString(p.recordDeclarations())
	fmt.Fprintf(&b, "%s := []struct {\nname string\n", tests)
	b.WriteString(fieldLines(columns))
	fmt.Fprintf(&b, "}{\n%s}\n", rows)
	t := p.local("t")
	fmt.Fprintf(&b, "for _, %s := range %s {\n%s.Run(%s.name, func(%s *%s.T) {\n%s})\n}\n", tt, tests, t, tt, t, p.stdImport("testing"), body)
	return b.String()
}

// maxNames is the largest total length in bytes of the field names on one line.
const maxNames = 40

// fieldLines declares the fields of the table. Neighbours of the same type share a line.
func fieldLines(columns []*column) string {
	var b strings.Builder
	for i := 0; i < len(columns); {
		names, width := []string{columns[i].name}, len(columns[i].name)
		j := i + 1
		for ; j < len(columns) && columns[j].typ == columns[i].typ && columns[j].isInput == columns[i].isInput; j++ {
			if width += len(columns[j].name) + 2; width > maxNames {
				break
			}
			names = append(names, columns[j].name)
		}
		fmt.Fprintf(&b, "%s %s\n", strings.Join(names, ", "), columns[i].typ)
		i = j
	}
	return b.String()
}

// column makes a column of the table. A row leaves out nil.
func (p *plan) column(name, typ string, cell func(i int) string) *column {
	c := &column{name: name, typ: typ}
	for i := range p.cases {
		text := cell(i)
		if text == "nil" {
			text = ""
		}
		c.cells = append(c.cells, text)
	}
	return c
}

func (p *plan) columns() (list []*column) {
	for _, in := range p.inputs {
		if in.constant != "" {
			continue
		}
		col := p.column(in.field, p.typeName(in.goType), func(i int) string {
			if in.values[i].IsZero() && len(p.inputs) > maxPlain {
				return ""
			}
			return p.literals.argument(in.values[i])
		})
		col.isInput = true
		list = append(list, col)
	}
	for _, c := range p.checks {
		list = append(list, p.wantColumns(c)...)
	}
	if p.panicsInSome() {
		list = append(list, p.column("wantPanic", "string", func(i int) string { return p.literals.stringText(p.cases[i].Outcome.Text) }))
	}
	return list
}

// maxPlain is the largest number of inputs for which a row shows zero values.
const maxPlain = 6

// wantColumns returns the columns of the expected values of a check: of an error that of the messages, and
// that of the errors that are compared by errors.Is.
func (p *plan) wantColumns(c *check) (list []*column) {
	_, same := sameNilness(c.Check)
	switch {
	case c.How == oracle.Errors:
		if c.NeedsText() {
			list = append(list, p.column(c.want, "string", func(i int) string {
				if c.Errors[i].Kind == oracle.Says {
					return p.literals.stringText(c.Errors[i].Text)
				}
				return ""
			}))
		}
		if c.Wanting(oracle.Is) {
			list = append(list, p.column(cmp.Or(c.is, c.want), "error", func(i int) string {
				if c.Errors[i].Kind == oracle.Is {
					return p.object(c.Errors[i].Var)
				}
				return ""
			}))
		}
	case c.How == oracle.Null && !same:
		list = append(list, p.column(c.want, "bool", func(i int) string {
			if v := c.Wants[i]; v != nil && v.IsNil {
				return "true"
			}
			return ""
		}))
	case c.How != oracle.Null && c.constant == "":
		list = append(list, p.column(c.want, p.formType(c.Form), func(i int) string {
			v := c.Wants[i]
			if v == nil || c.Part == oracle.After && len(p.inputs) > maxPlain && c.Form.IsZero(v) {
				return ""
			}
			return p.literals.form(c.Form, v, false)
		}))
	}
	return list
}

func (p *plan) panicsInSome() bool {
	return slices.ContainsFunc(p.cases, func(c Case) bool { return c.Outcome.Panic != Returned })
}

// rows prints the cases. A comment above each row lists the branches that no earlier row
// takes, and says if an input is not known to be legal: a literal whose state no call is known
// to reach.
func (p *plan) rows(columns []*column) string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := range p.cases {
		b.WriteString(p.rowComment(i, seen))
		cells := []string{"name: " + quote(p.cases[i].Name)}
		at := p.marks.mark(mark{row: i})
		for _, c := range columns {
			if c.cells[i] != "" {
				cells = append(cells, c.name+": "+c.cells[i])
			}
		}
		row := compositeText(cells)
		start := strings.Index(row, "name: ") + len("name: ")
		b.WriteString(row[:start] + at.inside(row[start:]) + ",\n")
	}
	return b.String()
}

// rowComment returns the comment above a case: the branches that are not in seen, which get there,
// and remarks.
func (p *plan) rowComment(i int, seen map[string]bool) string {
	var fresh []string
	for _, c := range p.cases[i].uniqueCovers() {
		if !seen[c.Branch] {
			seen[c.Branch] = true
			fresh = append(fresh, report.PrintableLine(c.Branch))
		}
	}
	text := ""
	if marked := p.markedBranches(i, fresh); len(marked) > 0 {
		text = comment(strings.Join(marked, ", "))
	}
	for _, r := range p.remarks[i] {
		text += "// " + report.PrintableLine(strings.ReplaceAll(r, "\n", " ")) + "\n"
	}
	return text
}

// markedBranches returns branches, the text of the comment on a row, with a remark after the last one if
// an input of the row is not known to be legal.
func (p *plan) markedBranches(row int, branches []string) []string {
	said := input.RawLiteral.String()
	switch last := len(branches) - 1; {
	case input.Legal(&p.fn.Sig, p.cases[row].Vector):
	case last < 0:
		branches = []string{said}
	default:
		branches[last] += "; " + said
	}
	return branches
}

// comment prints a text as comment lines.
func comment(text string) string {
	var b strings.Builder
	line := "//"
	for _, word := range strings.Fields(report.Printable(text)) {
		if len(line)+1+len(word) > lineWidth && line != "//" {
			b.WriteString(line + "\n")
			line = "//"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// formatVerb returns the format verb for a value of type t in messages, and whether the value is
// short enough to be shown.
func (p *plan) formatVerb(t *input.Type, gt types.Type) (string, bool) {
	switch t.Kind {
	case input.String:
		return "%q", true
	case input.Slice:
		if b, ok := syntax.Underlying(gt).(*types.Slice).Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			return "%q", !p.changesGlobals()
		}
		if t.Elem.Kind == input.String {
			return "%q", !p.changesGlobals()
		}
		return "%v", t.Elem.Kind <= input.String && !p.changesGlobals()
	case input.Struct:
		return "%+v", len(t.Fields) <= 4 && !syntax.HoldsLock(gt)
	case input.Map, input.Pointer:
		return "%v", false
	case input.Choice:
		if t.Alts[0].Make.Is(code.Named) { // a package variable, or a literal
			return p.formatVerb(t.Alts[len(t.Alts)-1].Fields[0].Type, gt)
		}
		return "%v", gt != nil && (gt.String() == "error" || types.Identical(syntax.Underlying(gt), types.NewInterfaceType(nil, nil)))
	case input.Array:
		return "%v", t.Len <= 8 && !syntax.HoldsLock(gt)
	}
	if b, ok := gt.(*types.Basic); ok && b.Name() == "rune" {
		return "%q", true
	}
	return "%v", true
}

func (p *plan) changesGlobals() bool {
	return slices.ContainsFunc(p.checks, func(c *check) bool { return c.Part == oracle.After })
}
