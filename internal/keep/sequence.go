package keep

import (
	"go/ast"
	"go/token"
)

// A test of a single case is a sequence of one subtest. Merges add further subtests:
//
//	func TestAbsBranches(t *testing.T) {
//		// abs.go:2:5/T
//		t.Run("n < 0", func(t *testing.T) { … }) // as written: 8-aK
//	}
//
// While files are merged, each subtest has its sum behind it.

// parseSequence parses a test whose last statements are subtests with literal names. A test whose name
// is none of nearmiss has none.
func (f *file) parseSequence(fn *ast.FuncDecl) *table {
	if !isOurs(base(fn.Name.Name)) {
		return nil
	}
	t := &table{file: f, fn: fn}
	for _, s := range fn.Body.List {
		_, arg, body := subtest(s)
		name, ok := arg.(*ast.BasicLit)
		switch {
		case body != nil && ok:
			t.rows = append(t.rows, &row{table: t, index: len(t.rows), label: name, node: s, body: body})
		case len(t.rows) > 0:
			return nil
		default:
			t.before = append(t.before, s)
		}
	}
	return t
}

// sequenceShape returns what the subtests of a sequence need around them: the variable of the test.
func (t *table) sequenceShape() string {
	on, _, _ := subtest(t.rows[0].node.(ast.Stmt))
	return "subtests of " + t.file.tokens(on)
}

// around returns the end of the code before the first row, and the beginning of that behind the last.
func (t *table) around() (before, behind token.Pos) {
	switch n := len(t.before); {
	case t.lit != nil:
		return t.lit.Lbrace, t.lit.Rbrace
	case n > 0:
		return t.before[n-1].End(), t.fn.Body.Rbrace
	}
	return t.fn.Body.Lbrace, t.fn.Body.Rbrace
}

// begin returns the offset of the line of a table, or of the first subtest with the comment above it.
func (t *table) begin() int {
	if t.lit != nil {
		return t.file.lineStart(t.file.offset(t.assign.Pos()))
	}
	before, _ := t.around()
	return t.file.lineEnd(t.file.offset(before))
}

// uses reports whether the rows or the loop use a name.
func (t *table) uses(name string) bool {
	if t.lit != nil {
		return uses(t.assign, name) || uses(t.loop, name)
	}
	for _, r := range t.rows {
		if uses(r.node, name) {
			return true
		}
	}
	return false
}

// restamp writes the sum of a subtest behind it.
func (r *row) restamp(e *edits) {
	if r.lit == nil {
		r.table.file.setSums(e, r.node, sumsHead+r.sum())
	}
}
