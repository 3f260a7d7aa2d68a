package testgen

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
)

// column is one field of the table with a cell for every case. A row omits an empty cell.
type column struct {
	name, typ string
	isInput   bool
	comment   string
	cells     []string
}

// source returns the text of the test function before formatting.
func (p *plan) source() (string, error) {
	columns, err := p.columns()
	if err != nil {
		return "", err
	}
	rows := p.rows(columns)
	body, err := p.body()
	if err != nil {
		return "", err
	}
	tests, tt := p.local("tests"), p.rowVar()
	var b strings.Builder
	b.WriteString(comment(fmt.Sprintf("%s runs %s %s.", p.name, p.fn.subjectPhrase(), p.inputKindPhrase())))
	for _, n := range p.notes {
		b.WriteString(comment(n.String()))
	}
	fmt.Fprintf(&b, "func %s(%s *%s.T) {\n", p.name, p.local("t"), p.stdImport("testing"))
	b.WriteString(p.pointerClosures(rows))
	fmt.Fprintf(&b, "%s := []struct {\nname string\n", tests)
	b.WriteString(fieldLines(columns))
	fmt.Fprintf(&b, "}{\n%s}\n", rows)
	if p.copiesLock() {
		fmt.Fprintf(&b, "for i := range %s {\n%s := &%s[i]\n", tests, tt, tests)
	} else {
		fmt.Fprintf(&b, "for _, %s := range %s {\n", tt, tests)
	}
	t := p.local("t")
	fmt.Fprintf(&b, "%s.Run(%s.name, func(%s *%s.T) {\n%s})\n}\n}\n", t, tt, t, p.stdImport("testing"), body)
	return b.String(), nil
}

// maxNames is the largest total length in bytes of the field names on one line.
const maxNames = 40

// fieldLines declares the fields of the table. Neighbours of the same type share a line.
func fieldLines(columns []*column) string {
	var b strings.Builder
	for i := 0; i < len(columns); {
		names, width := []string{columns[i].name}, len(columns[i].name)
		j := i + 1
		for ; j < len(columns) && columns[j].typ == columns[i].typ && columns[j].isInput == columns[i].isInput && columns[j].comment == columns[i].comment; j++ {
			if width += len(columns[j].name) + 2; width > maxNames {
				break
			}
			names = append(names, columns[j].name)
		}
		fmt.Fprintf(&b, "%s %s", strings.Join(names, ", "), columns[i].typ)
		if columns[i].comment != "" {
			b.WriteString(" // " + report.PrintableLine(columns[i].comment))
		}
		b.WriteString("\n")
		i = j
	}
	return b.String()
}

func (p *plan) columns() ([]*column, error) {
	var list []*column
	if p.inputsVar != "" {
		list = append(list, p.inputsColumn())
	}
	if shared, err := p.sharedMakerColumn(); err != nil {
		return nil, err
	} else if shared != nil {
		list = append(list, shared)
	}
	for _, in := range p.inputs {
		if in.constant != "" || p.inputsVar != "" || in.sharesMaker {
			continue
		}
		typ, cells, err := in.tableColumn(p)
		if err != nil {
			return nil, err
		}
		col := &column{name: in.field, typ: typ, isInput: true}
		for i, v := range in.values {
			text := cells[i]
			if text == "nil" || v.IsZero() && len(p.inputs) > maxPlain && !in.madeByFunction(p) {
				text = ""
			}
			col.cells = append(col.cells, text)
		}
		list = append(list, col)
	}
	for _, o := range p.observed {
		more, err := p.wantColumns(o)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return append(list, p.panicColumns()...), nil
}

// maxPlain is the largest number of inputs for which a row shows zero values.
const maxPlain = 6

// wantColumns returns the column of the expected values of o, and columns that mark the cases
// that do not compare o, or of an error only that there is one.
func (p *plan) wantColumns(o *observation) ([]*column, error) {
	want := &column{name: o.want, cells: make([]string, len(p.cases))}
	some := &column{name: p.someError(o), typ: "bool", comment: "an error, whatever it says", cells: make([]string, len(p.cases))}
	skip := &column{name: p.skipField(o), typ: "bool", comment: "not compared", cells: make([]string, len(p.cases))}
	list := []*column{want}
	var err error
	switch o.mode {
	case noError:
		list = nil
	case byNil:
		if want.typ = "bool"; o.constant != "" {
			list = nil
		}
	case byValue, byDeep:
		if o.constant != "" {
			return nil, nil
		}
		want.typ, err = p.typeName(o.goType)
	case byType:
		want.typ = "string"
	case byMessage:
		want.typ = "string"
		if is := p.isColumn(o); is != nil && !o.assertsMessage() {
			is.name = want.name
			return []*column{is}, nil
		} else if is != nil {
			list = append(list, is)
		}
	default:
		want.typ, err = p.typeName(o.goType)
	}
	for i, v := range o.values {
		switch {
		case err != nil:
			return nil, err
		case v == nil:
			skip.cells[i] = "true"
			if p.cases[i].Outcome.Panic != Returned || o.absent != nil && o.absent[i] {
				skip.cells[i] = ""
			}
		case o.mode == byType:
			want.cells[i] = quote(typeText(v))
		case o.mode == byNil && v.IsNil:
			want.cells[i] = "true"
		case o.mode == byNil || o.mode == noError:
		case o.mode == byMessage && o.errorIs[i] != "":
		case o.mode == byMessage && p.isMessageUnknown(i, o):
			some.cells[i] = "true"
		case o.mode == byMessage && !v.IsNil:
			want.cells[i] = p.literals.stringText(v.Text)
		case o.mode == byMessage:
		default:
			want.cells[i], _, err = p.literals.expr(v, false)
			quiet := o.path != "" || o.part == Result && p.failsInCase(i) || o.part == After && len(p.inputs) > maxPlain
			if want.cells[i] == "nil" || v.IsZero() && quiet {
				want.cells[i] = ""
			}
		}
	}
	return append(list, nonEmptyColumns(some, skip)...), err
}

// nonEmptyColumns returns the columns that have a non-empty cell.
func nonEmptyColumns(columns ...*column) []*column {
	return slices.DeleteFunc(columns, func(c *column) bool { return !anyFilled(c.cells) })
}

// isColumn returns the column of the errors that are compared by errors.Is, or nil if there
// are none.
func (p *plan) isColumn(o *observation) *column {
	if !anyFilled(o.errorIs) {
		return nil
	}
	return &column{name: p.fieldFor(o.want + "Is"), typ: "error", cells: o.errorIs}
}

// failsInCase reports whether case i returns an error. A zero result besides an error needs no
// cell.
func (p *plan) failsInCase(i int) bool {
	return slices.ContainsFunc(p.observed, func(o *observation) bool {
		return o.part == Result && o.typ.Kind == input.Error && o.path == "" && o.values[i] != nil && !o.values[i].IsNil
	})
}

func anyFilled(cells []string) bool {
	return slices.ContainsFunc(cells, func(s string) bool { return s != "" })
}

// someError returns the field that marks cases with an error of any message.
func (p *plan) someError(o *observation) string {
	return p.fieldFor("some" + strings.TrimPrefix(syntax.Capitalize(o.want), "Want"))
}

// skipField returns the field that marks cases that do not assert o.
func (p *plan) skipField(o *observation) string {
	return p.fieldFor("skip" + cmp.Or(strings.TrimPrefix(syntax.Capitalize(o.want), "Want"), "Result"))
}

// isMessageUnknown reports whether case i has an error in o without a message to compare.
func (p *plan) isMessageUnknown(i int, o *observation) bool {
	v := o.values[i]
	return v != nil && !v.IsNil && (v.LeftOut || v.Text == "" || p.cases[i].isSuppressed(ErrorText, o.index, o.path))
}

// someSkipped reports whether some case that returns does not assert o.
func (p *plan) someSkipped(o *observation) bool {
	for i, v := range o.values {
		if v == nil && p.cases[i].Outcome.Panic == Returned && !(o.absent != nil && o.absent[i]) {
			return true
		}
	}
	return false
}

func (p *plan) panicsInSome() bool {
	return slices.ContainsFunc(p.cases, func(c Case) bool { return c.Outcome.Panic != Returned })
}

// isTextUnknown reports whether a panic has no text to compare.
func (c *Case) isTextUnknown() bool {
	return c.Outcome.Panic == PanicOpaque || c.Outcome.Panic != Returned && (c.Outcome.Text == "" || c.isSuppressed(Text, 0, ""))
}

func (p *plan) panicColumns() []*column {
	want := &column{name: p.fieldFor("wantPanic"), typ: "string"}
	some := &column{name: p.fieldFor("somePanic"), typ: "bool", comment: "a panic, whatever it says"}
	for i := range p.cases {
		c := &p.cases[i]
		w, s := "", ""
		switch {
		case c.isTextUnknown():
			s, p.emptyPanics = "true", true
		case c.Outcome.Panic != Returned:
			w = p.literals.stringText(c.Outcome.Text)
		}
		want.cells, some.cells = append(want.cells, w), append(some.cells, s)
	}
	return nonEmptyColumns(want, some)
}

// fieldFor returns the table's field for base. The same base always gives the same field.
func (p *plan) fieldFor(base string) string {
	key := "tt." + base
	if p.names[key] == "" {
		p.names[key] = p.fields.claim(base)
	}
	return p.names[key]
}

// rows prints the cases. A comment above each row lists the branches that no earlier row
// takes, and says if an input is not known to be legal: a literal whose state no call is known
// to reach.
func (p *plan) rows(columns []*column) string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := range p.cases {
		var fresh []string
		for _, c := range p.cases[i].uniqueCovers() {
			if !seen[c.Branch] {
				seen[c.Branch] = true
				fresh = append(fresh, report.PrintableLine(c.Branch))
			}
		}
		b.WriteString(wrapComment(p.markedBranches(i, fresh)))
		for _, r := range p.remarks[i] {
			fmt.Fprintf(&b, "// %s\n", report.PrintableLine(strings.ReplaceAll(r, "\n", " ")))
		}
		cells := []string{"name: " + quote(p.cases[i].Name)}
		for _, c := range columns {
			if c.cells[i] != "" {
				cells = append(cells, c.name+": "+c.cells[i])
			}
		}
		b.WriteString(compositeText(cells, false) + ",\n")
	}
	return b.String()
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

// wrapComment prints the branches of a case as comment lines.
func wrapComment(branches []string) string {
	var b strings.Builder
	for i := 0; i < len(branches); {
		line := "// " + branches[i]
		for i++; i < len(branches) && len(line)+len(branches[i])+2 <= lineWidth; i++ {
			line += ", " + branches[i]
		}
		if i < len(branches) {
			line += ","
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// copiesLock reports whether a row of the table holds a value that must not be copied, such as
// a sync.Mutex.
func (p *plan) copiesLock() bool {
	return slices.ContainsFunc(p.inputs, func(in *inputField) bool { return holdsLock(in.goType) }) || slices.ContainsFunc(p.observed, func(o *observation) bool {
		return o.mode != byNil && o.mode != byMessage && o.goType != nil && holdsLock(o.goType)
	})
}

func holdsLock(t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		set := types.NewMethodSet(types.NewPointer(named))
		if set.Lookup(named.Obj().Pkg(), "Lock") != nil && set.Lookup(named.Obj().Pkg(), "Unlock") != nil {
			return true
		}
	}
	switch syntax.Underlying(t).(type) {
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(syntax.Inside(t), holdsLock)
	}
	return false
}

// pointerClosures declares the closures that the text rows calls. Each returns a pointer to a copy
// of its argument.
func (p *plan) pointerClosures(rows string) string {
	var b strings.Builder
	for _, elem := range p.literals.order {
		if name := p.literals.pointers[elem]; strings.Contains(rows, name+"(") {
			fmt.Fprintf(&b, "%s := func(v %s) *%s { return &v }\n", name, elem, elem)
		}
	}
	return b.String()
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
		return "%v", isScalar(t.Elem) && !p.changesGlobals()
	case input.Struct:
		return "%+v", len(t.Fields) <= 4 && !holdsLock(gt)
	case input.Map, input.Pointer:
		return "%v", false
	case input.Choice:
		return "%v", gt != nil && (gt.String() == "error" || types.Identical(syntax.Underlying(gt), types.NewInterfaceType(nil, nil)))
	case input.Array:
		return "%v", t.Len <= 8 && !holdsLock(gt)
	}
	if b, ok := gt.(*types.Basic); ok && b.Name() == "rune" {
		return "%q", true
	}
	return "%v", true
}

func (p *plan) changesGlobals() bool {
	return slices.ContainsFunc(p.observed, func(o *observation) bool { return o.part == After })
}
