package instrument

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"strconv"
	"strings"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/internal/syntax"
)

// tagSwitch rewrites a switch with a tag. With constant cases the tag is
// handed to a probe that compares it with a table of the cases; otherwise
// the clauses say which comparisons were made.
func (w *writer) tagSwitch(s *ast.SwitchStmt) {
	conds := w.index.cases[s]
	if len(conds) == 0 || !w.fits(conds) {
		return
	}
	class := w.tableClass(s, conds)
	if class == "" {
		for _, c := range conds {
			w.flatCase(s, c)
		}
		w.flatSwitch(s, conds)
		return
	}
	lead := w.id(conds[0])
	table := w.caseTable(class, conds)
	pending, effects := "false", impure(s.Tag, w.info)
	if reads := w.caseReads(conds); reads != "" && !effects { // which may change what is read
		pending = reads
	}
	w.edits.wrap(w.off(s.Tag.Pos()), w.off(s.Tag.End()),
		fmt.Sprintf("%s(%d, %s, %s(", w.probe("Sw"+class), lead, pending, w.probe(class)), "), "+table+")")
	if class == "S" && !effects {
		w.view(s.Tag)
	}
	for _, c := range conds {
		w.edits.wrap(w.off(c.Expr.Pos()), w.off(c.Expr.End()), w.probe(class)+"(", ")")
	}
}

// fits reports whether all conditions have numbers that can be probed.
func (w *writer) fits(conds []*cfg.Cond) bool {
	ok := true
	for _, c := range conds {
		if w.id(c) >= probe.MaxConds {
			w.unprobed(c, fmt.Sprintf("the package has more than %d conditions", probe.MaxConds))
			ok = false
		}
	}
	return ok
}

// tableClass is the class of a switch whose cases can all be put in a table,
// constants and plain variables: I, U or S, or "".
func (w *writer) tableClass(s *ast.SwitchStmt, conds []*cfg.Cond) string {
	t := w.info.TypeOf(s.Tag)
	if w.info.Types[s.Tag].Value != nil || free(s.Tag, w.info) || syntax.IsTypeParam(t) {
		return ""
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	class, _ := classOf(b)
	if class != "I" && class != "U" && class != "S" {
		return ""
	}
	for _, c := range conds {
		if w.info.Types[c.Expr].Value == nil && !pure(c.Expr, w.info) || !types.Identical(w.info.TypeOf(c.Expr), t) {
			return ""
		}
	}
	return class
}

// flatCase counts a case whose operands have an order that is not used.
func (w *writer) flatCase(s *ast.SwitchStmt, c *cfg.Cond) {
	if c.Const != nil {
		return
	}
	if b, ok := w.info.TypeOf(s.Tag).Underlying().(*types.Basic); ok {
		if class, _ := classOf(b); class != "" {
			w.flat(c, "switch whose cases are not all constants or plain variables")
		}
	}
}

// caseTable returns the table of the cases: a variable at the end of the file
// if all are constants, else built each time.
func (w *writer) caseTable(class string, conds []*cfg.Cond) string {
	var rows []string
	constants := true
	for _, c := range conds {
		v := w.info.Types[c.Expr].Value
		text := w.probe(class) + "(" + w.text(c.Expr) + ")"
		if v != nil {
			text = literal(class, v)
		} else {
			constants = false
		}
		rows = append(rows, fmt.Sprintf("{%d, %s}", w.falseOf(c), text))
	}
	if !constants {
		return fmt.Sprintf("[]%s{%s}", w.probe("Case"+class), strings.Join(rows, ", "))
	}
	name := fmt.Sprintf("zznmcases%d", w.id(conds[0]))
	fmt.Fprintf(&w.tables, "var %s = [...]%s{%s}\n", name, w.probe("Case"+class), strings.Join(rows, ", "))
	return name + "[:]"
}

// text is the source of n.
func (w *writer) text(n ast.Node) string { return string(w.src[w.off(n.Pos()):w.off(n.End())]) }

func literal(class string, v constant.Value) string {
	if class == "S" {
		return strconv.Quote(constant.StringVal(v))
	}
	return constant.ToInt(v).ExactString()
}

// branchTable declares the table of the false branches, once, and returns it
// as a slice.
func (w *writer) branchTable(conds []*cfg.Cond) string {
	name := fmt.Sprintf("zznmfalse%d", w.id(conds[0]))
	decl := fmt.Sprintf("var %s = [...]%s{", name, w.probe("Branch"))
	if !strings.Contains(w.tables.String(), decl) {
		w.tables.WriteString(decl)
		for i, c := range conds {
			if i > 0 {
				w.tables.WriteString(", ")
			}
			fmt.Fprintf(&w.tables, "%d", w.falseOf(c))
		}
		w.tables.WriteString("}\n")
	}
	return name + "[:]"
}

// caseReads hands over the values before a tag, or is "" without any.
func (w *writer) caseReads(conds []*cfg.Cond) string {
	if w.layout == nil {
		return ""
	}
	slots := w.layout.At(conds[0])
	if len(slots) == 0 {
		return ""
	}
	return fmt.Sprintf("%s(%d, %s) && %s", w.probe("WantCases"), w.id(conds[0]), w.branchTable(conds), w.reads(slots))
}

// flatSwitch marks the clauses of a switch with a tag. Cases that the type
// checker has decided are no conditions and take no place in the table.
func (w *writer) flatSwitch(s *ast.SwitchStmt, cases []*cfg.Cond) {
	conds := undecided(cases)
	if len(conds) == 0 {
		return
	}
	next := 0 // position of the clause's first condition
	hasDefault := false
	landing := w.falls(s)
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		mine := cases[:len(clause.List)]
		cases = cases[len(clause.List):]
		n := len(undecided(mine))
		var text string
		switch {
		case len(mine) == 0:
			hasDefault = true
			text = w.mark("Clause", conds, len(conds))
		case len(mine) == 1 && n == 1:
			text = w.mark("Clause", conds, next)
		default:
			text = w.mark("Passed", conds, next) + w.among(s, mine)
		}
		next += n
		if landing[clause] {
			text = fmt.Sprintf("if !%s() { %s}; ", w.probe("Fell"), text)
		}
		w.edits.open(w.off(clause.Colon)+1, " "+text)
	}
	if !hasDefault {
		w.edits.open(w.off(s.Body.Rbrace), "; default: "+w.mark("Clause", conds, len(conds)))
	}
}

// undecided leaves out the conditions whose outcome the type checker knows.
func undecided(conds []*cfg.Cond) []*cfg.Cond {
	var out []*cfg.Cond
	for _, c := range conds {
		if c.Const == nil {
			out = append(out, c)
		}
	}
	return out
}

// mark is the statement that tells of k failed comparisons.
func (w *writer) mark(name string, conds []*cfg.Cond, k int) string {
	return fmt.Sprintf("%s(%d, %s, %d); ", w.probe(name), w.id(conds[0]), w.branchTable(conds), k)
}

// among marks the conditions of a clause with several cases. Which of them
// held is found by comparing again where that is safe.
func (w *writer) among(s *ast.SwitchStmt, cases []*cfg.Cond) string {
	if len(undecided(cases)) == 0 {
		return ""
	}
	safe := w.repeatable(s.Tag)
	for _, c := range cases {
		safe = safe && w.repeatable(c.Expr)
	}
	if !safe {
		for _, c := range undecided(cases) {
			w.unprobed(c, "one of several cases of a clause, compared with a tag that has effects")
		}
		return ""
	}
	var tests []string
	for _, c := range cases {
		test := fmt.Sprintf("(%s) == (%s)", w.text(s.Tag), w.text(c.Expr))
		if c.Const == nil {
			test = fmt.Sprintf("%s(%d, %s)", w.probe("Bool"), w.falseOf(c), test)
		}
		tests = append(tests, test)
	}
	return "_ = " + strings.Join(tests, " || ") + "; "
}

// repeatable reports whether e can be evaluated once more, right after it was
// evaluated, without effects, and written down once more on one line.
func (w *writer) repeatable(e ast.Expr) bool {
	return !impure(e, w.info) && !strings.Contains(w.text(e), "\n")
}

// generics reports whether the file may instantiate a generic function.
func (w *writer) generics() bool {
	v := w.info.FileVersions[w.file]
	return v == "" || version.Compare(v, "go1.18") >= 0
}

// falls finds the clauses of s that a fallthrough enters, and remembers the
// fallthroughs.
func (w *writer) falls(s *ast.SwitchStmt) map[*ast.CaseClause]bool {
	into := map[*ast.CaseClause]bool{}
	for i, stmt := range s.Body.List {
		body := stmt.(*ast.CaseClause).Body
		if len(body) == 0 {
			continue
		}
		b, ok := lastStmt(body).(*ast.BranchStmt)
		if !ok || b.Tok != token.FALLTHROUGH || i+1 == len(s.Body.List) {
			continue
		}
		into[s.Body.List[i+1].(*ast.CaseClause)] = true
		if w.flatFall == nil {
			w.flatFall = map[*ast.BranchStmt]bool{}
		}
		w.flatFall[b] = true
	}
	return into
}

// lastStmt is the last statement of a list, without labels and empty ones.
func lastStmt(list []ast.Stmt) ast.Stmt {
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		for {
			l, ok := s.(*ast.LabeledStmt)
			if !ok {
				break
			}
			s = l.Stmt
		}
		if _, ok := s.(*ast.EmptyStmt); !ok {
			return s
		}
	}
	return nil
}

// clauses marks the clauses of a type switch or select. A type switch
// without a default gets one that says that no clause was taken.
func (w *writer) clauses(s ast.Stmt, body *ast.BlockStmt, addDefault bool) {
	conds := w.index.cases[s]
	if len(conds) == 0 || !w.fits(conds) {
		return
	}
	next := 0
	for _, stmt := range body.List {
		colon, isDefault := token.NoPos, false
		switch c := stmt.(type) {
		case *ast.CaseClause:
			colon, isDefault = c.Colon, c.List == nil
		case *ast.CommClause:
			colon, isDefault = c.Colon, c.Comm == nil
		}
		k := next
		if isDefault {
			k, addDefault = len(conds), false
		} else {
			next++
		}
		w.edits.open(w.off(colon)+1, " "+w.mark("Clause", conds, k))
	}
	if addDefault {
		w.edits.open(w.off(body.Rbrace), "; default: "+w.mark("Clause", conds, len(conds)))
	}
}
