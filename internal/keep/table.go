package keep

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A table is the table of a test as package testgen prints it, with the loop over its rows, or a
// sequence of subtests, which are its rows.
type table struct {
	file   *file
	fn     *ast.FuncDecl
	before []ast.Stmt // the statements before the rows
	rows   []*row

	// Of a table alone:
	assign *ast.AssignStmt
	lit    *ast.CompositeLit
	loop   ast.Stmt
	row    string   // the variable that holds the row of a subtest
	sums   []string // of the table as written: its shape, then its rows
}

// A row is one row of a table, or a subtest of a sequence.
type row struct {
	table  *table
	index  int
	name   string
	label  *ast.BasicLit // the name
	node   ast.Node
	lit    *ast.CompositeLit // nil in a sequence
	body   *ast.BlockStmt    // of the subtest
	claims []string          // branches, comparisons and places of panics in the comment above
	key    string            // the call that the subtest makes
}

// parseTable returns the table of a test function, or nil if it has another form.
func (f *file) parseTable(fn *ast.FuncDecl) *table {
	if fn.Body == nil {
		return nil
	}
	t := f.parseRows(fn)
	if t == nil {
		t = f.parseSequence(fn)
	}
	if t == nil || len(t.rows) == 0 && t.lit == nil {
		return nil
	}
	for _, r := range t.rows {
		if r.name, _ = strconv.Unquote(r.label.Value); r.name == "" {
			return nil
		}
		r.claims = claimsIn(r.comment())
		r.key = r.call()
	}
	return t
}

// parseRows parses a table and the loop over it.
func (f *file) parseRows(fn *ast.FuncDecl) *table {
	if len(fn.Body.List) < 2 {
		return nil
	}
	list := fn.Body.List
	t := &table{file: f, fn: fn, before: list[:len(list)-2], loop: list[len(list)-1]}
	assign, ok := list[len(list)-2].(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	t.assign = assign
	if t.lit, ok = assign.Rhs[0].(*ast.CompositeLit); !ok {
		return nil
	}
	body := t.parseLoop()
	if body == nil {
		return nil
	}
	for i, e := range t.lit.Elts {
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			return nil
		}
		name, ok := cell(lit, "name").(*ast.BasicLit)
		if !ok {
			return nil
		}
		t.rows = append(t.rows, &row{table: t, index: i, label: name, node: lit, lit: lit, body: body})
	}
	t.sums = t.parseSums()
	return t
}

// parseLoop returns the body of the subtest in the loop: t.Run(tt.name, func(t *testing.T) { body }).
func (t *table) parseLoop() *ast.BlockStmt {
	rng, ok := t.loop.(*ast.RangeStmt)
	if !ok || len(rng.Body.List) == 0 {
		return nil
	}
	_, arg, body := subtest(rng.Body.List[len(rng.Body.List)-1])
	name, ok := arg.(*ast.SelectorExpr)
	if !ok || name.Sel.Name != "name" {
		return nil
	}
	v, ok := name.X.(*ast.Ident)
	if !ok {
		return nil
	}
	t.row = v.Name
	return body
}

// subtest returns the parts of a statement t.Run(name, func(t *testing.T) { body }); body is nil if it
// is another statement.
func subtest(s ast.Stmt) (t, name ast.Expr, body *ast.BlockStmt) {
	run, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil, nil, nil
	}
	call, ok := run.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return nil, nil, nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	lit, isFunc := call.Args[1].(*ast.FuncLit)
	if !ok || !isFunc || sel.Sel.Name != "Run" {
		return nil, nil, nil
	}
	return sel.X, call.Args[0], lit.Body
}

// cell returns the value of a field of a row, or nil.
func cell(lit *ast.CompositeLit, field string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

// span returns the bytes of a row with the comment above it, in whole lines. A row that shares a
// line with others has ok false.
func (r *row) span() (from, to int, ok bool) {
	f := r.table.file
	before, next := r.table.around()
	if r.index > 0 {
		before = r.table.rows[r.index-1].node.End()
	}
	if r.index+1 < len(r.table.rows) {
		next = r.table.rows[r.index+1].node.Pos()
	}
	from, to = f.lineEnd(f.offset(before)), f.lineEnd(f.offset(r.node.End()))
	return from, to, from <= f.offset(r.node.Pos()) && to <= f.offset(next)
}

// comment returns the lines above a row.
func (r *row) comment() string {
	from, _, ok := r.span()
	if at := r.table.file.lineStart(r.table.file.offset(r.node.Pos())); ok && from <= at {
		return string(r.table.file.text[from:at])
	}
	return ""
}

// claim matches the name of a branch, of a comparison with equal operands, or of a place.
var claim = regexp.MustCompile(`[^\s,;/]+\.go:\d+:\d+(/[TF=])?`)

func claimsIn(comment string) []string { return claim.FindAllString(comment, -1) }

// names returns the variables that a statement declares.
func declaredBy(s ast.Stmt) (names []string) {
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		for _, l := range a.Lhs {
			if id, ok := l.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// uses reports whether a node mentions a name.
func uses(n ast.Node, name string) bool {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			return true
		}
	}
	return false
}

// base returns the name of a test without the number that sets it apart from others:
// TestAbsBranches for TestAbsBranches2.
func base(test string) string {
	trimmed := strings.TrimRight(test, "0123456789")
	if isOurs(trimmed) {
		return trimmed
	}
	return test
}

// isOurs reports whether a test has a name as those of nearmiss, without a number.
func isOurs(test string) bool {
	return strings.HasSuffix(test, "Branches") || strings.HasSuffix(test, "Panics") || strings.HasSuffix(test, "Steps")
}

// sameShape reports whether the rows of one table fit the other.
func (t *table) sameShape(u *table) bool { return t.shape() == u.shape() }

// shape returns the fields of the table and its loop without blanks and comments.
func (t *table) shape() string {
	if t.lit == nil {
		return t.sequenceShape()
	}
	return t.file.tokens(t.lit.Type) + "\n" + t.file.tokens(t.loop)
}

// rowNamed returns the first row of a name, or nil.
func (t *table) rowNamed(name string) *row {
	if i := slices.IndexFunc(t.rows, func(r *row) bool { return r.name == name }); i >= 0 {
		return t.rows[i]
	}
	return nil
}
