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

// tagSwitch instruments a switch with a tag. If the cases fit in a table, one
// probe compares the tag with the table. Otherwise, a probe in each clause
// records the comparisons that were made.
func (w *writer) tagSwitch(stmt *ast.SwitchStmt) {
	conds := w.index.cases[stmt]
	if len(conds) == 0 || !w.numbersFit(conds) {
		return
	}
	class := w.tableClass(stmt, conds)
	if class == "" {
		for _, c := range conds {
			w.noGradientCase(stmt, c)
		}
		w.clauseSwitch(stmt, conds)
		return
	}
	lead := w.condID(conds[0])
	table := w.caseTable(class, conds)
	pending, effects := "false", impure(stmt.Tag, w.info)
	if reads := w.readsBeforeSwitch(conds); reads != "" && !effects { // effects of the tag may change the values
		pending = reads
	}
	w.edits.Wrap(w.offset(stmt.Tag.Pos()), w.offset(stmt.Tag.End()),
		fmt.Sprintf("%s(%d, %s, %s(", w.probe("Sw"+class), lead, pending, w.probe(class)), "), "+table+")")
	if class == "S" && !effects {
		w.viewBytes(stmt.Tag)
	}
	for _, c := range conds {
		w.edits.Wrap(w.offset(c.Expr.Pos()), w.offset(c.Expr.End()), w.probe(class)+"(", ")")
	}
}

// numbersFit reports whether the numbers of all conditions are below the limit
// of the probes. It adds notes for those that are not.
func (w *writer) numbersFit(conds []*cfg.Cond) bool {
	ok := true
	for _, c := range conds {
		if w.condID(c) >= probe.MaxConds {
			w.unprobed(c, fmt.Sprintf("the package has more than %d conditions", probe.MaxConds))
			ok = false
		}
	}
	return ok
}

// tableClass returns the class of a switch whose cases are all constants or
// plain variables, and so fit in a table: I, U or S. For other switches it
// returns "".
func (w *writer) tableClass(s *ast.SwitchStmt, conds []*cfg.Cond) string {
	typ := w.info.TypeOf(s.Tag)
	if w.info.Types[s.Tag].Value != nil || contextTyped(s.Tag, w.info) || syntax.IsTypeParam(typ) {
		return ""
	}
	b, ok := typ.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	class, _ := classOf(b)
	if class != "I" && class != "U" && class != "S" {
		return ""
	}
	for _, c := range conds {
		if w.info.Types[c.Expr].Value == nil && !pure(c.Expr, w.info) || !types.Identical(w.info.TypeOf(c.Expr), typ) {
			return ""
		}
	}
	return class
}

// noGradientCase adds a note that c, a case of s, has no gradient, if values of the
// tag's type have distances.
func (w *writer) noGradientCase(s *ast.SwitchStmt, c *cfg.Cond) {
	if c.Const != nil {
		return
	}
	if b, ok := w.info.TypeOf(s.Tag).Underlying().(*types.Basic); ok {
		if class, _ := classOf(b); class != "" {
			w.noGradient(c, "switch whose cases are not all constants or plain variables")
		}
	}
}

// caseTable returns an expression for the table of the cases. If all cases are
// constants, it is a variable at the end of the file, else a composite literal.
func (w *writer) caseTable(class string, conds []*cfg.Cond) string {
	var rows []string
	constants := true
	for _, c := range conds {
		v := w.info.Types[c.Expr].Value
		text := w.probe(class) + "(" + w.source(c.Expr) + ")"
		if v != nil {
			text = literal(class, v)
		} else {
			constants = false
		}
		rows = append(rows, fmt.Sprintf("{%d, %s}", w.falseBranch(c), text))
	}
	if !constants {
		return fmt.Sprintf("[]%s{%s}", w.probe("Case"+class), strings.Join(rows, ", "))
	}
	name := fmt.Sprintf("zznmcases%d", w.condID(conds[0]))
	fmt.Fprintf(&w.tables, "var %s = [...]%s{%s}\n", name, w.probe("Case"+class), strings.Join(rows, ", "))
	return name + "[:]"
}

// source returns the source text of n.
func (w *writer) source(n ast.Node) string { return string(w.src[w.offset(n.Pos()):w.offset(n.End())]) }

func literal(class string, v constant.Value) string {
	if class == "S" {
		return strconv.Quote(constant.StringVal(v))
	}
	return constant.ToInt(v).ExactString()
}

// branchTable declares a variable with the false branches of conds, once, and
// returns an expression for it as a slice.
func (w *writer) branchTable(conds []*cfg.Cond) string {
	name := fmt.Sprintf("zznmfalse%d", w.condID(conds[0]))
	decl := fmt.Sprintf("var %s = [...]%s{", name, w.probe("Branch"))
	if !strings.Contains(w.tables.String(), decl) {
		w.tables.WriteString(decl)
		for i, c := range conds {
			if i > 0 {
				w.tables.WriteString(", ")
			}
			fmt.Fprintf(&w.tables, "%d", w.falseBranch(c))
		}
		w.tables.WriteString("}\n")
	}
	return name + "[:]"
}

// readsBeforeSwitch returns an expression that records the values which are live at a case of a
// switch, "" if none can be read.
func (w *writer) readsBeforeSwitch(conds []*cfg.Cond) string {
	if w.layout == nil || !w.layout.Evaluates(conds[0]) {
		return ""
	}
	want := fmt.Sprintf("%s(%d, %s)", w.probe("WantCases"), w.condID(conds[0]), w.branchTable(conds))
	return strings.Join(append([]string{want}, w.readSlots(w.layout.At(conds...))...), " && ")
}

// clauseSwitch inserts a probe into each clause of a switch with a tag. Cases
// with a constant outcome are not in the table of branches.
func (w *writer) clauseSwitch(s *ast.SwitchStmt, cases []*cfg.Cond) {
	conds := nonConstant(cases)
	if len(conds) == 0 {
		return
	}
	next := 0 // index in conds of the first condition of the clause
	hasDefault := false
	landing := w.fallthroughTargets(s)
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		clauseConds := cases[:len(clause.List)]
		cases = cases[len(clause.List):]
		count := len(nonConstant(clauseConds))
		var text string
		switch {
		case len(clauseConds) == 0:
			hasDefault = true
			text = w.markStmt("Clause", conds, len(conds))
		case len(clauseConds) == 1 && count == 1:
			text = w.markStmt("Clause", conds, next)
		default:
			text = w.markStmt("Passed", conds, next) + w.retestCases(s, clauseConds)
		}
		next += count
		if landing[clause] {
			text = fmt.Sprintf("if !%s() { %s}; ", w.probe("Fell"), text)
		}
		w.edits.Open(w.offset(clause.Colon)+1, " "+text)
	}
	if !hasDefault {
		w.edits.Open(w.offset(s.Body.Rbrace), "; default: "+w.markStmt("Clause", conds, len(conds)))
	}
}

// nonConstant returns conds without those that have a constant outcome.
func nonConstant(conds []*cfg.Cond) []*cfg.Cond {
	var out []*cfg.Cond
	for _, c := range conds {
		if c.Const == nil {
			out = append(out, c)
		}
	}
	return out
}

// markStmt returns a call of the probe name, Clause or Passed, for a switch in which
// the first k comparisons of conds have failed.
func (w *writer) markStmt(name string, conds []*cfg.Cond, k int) string {
	return fmt.Sprintf("%s(%d, %s, %d); ", w.probe(name), w.condID(conds[0]), w.branchTable(conds), k)
}

// retestCases returns a statement that compares the tag again with each case of a
// clause with several cases, to record which case was equal. If the comparison
// cannot be repeated, retestCases adds notes and returns "".
func (w *writer) retestCases(stmt *ast.SwitchStmt, cases []*cfg.Cond) string {
	if len(nonConstant(cases)) == 0 {
		return ""
	}
	safe := w.repeatable(stmt.Tag)
	for _, c := range cases {
		safe = safe && w.repeatable(c.Expr)
	}
	if !safe {
		for _, c := range nonConstant(cases) {
			w.unprobed(c, "one of several cases of a clause, compared with a tag that has effects")
		}
		return ""
	}
	var tests []string
	for _, c := range cases {
		test := fmt.Sprintf("(%s) == (%s)", w.source(stmt.Tag), w.source(c.Expr))
		if c.Const == nil {
			test = fmt.Sprintf("%s(%d, %s)", w.probe("Bool"), w.falseBranch(c), test)
		}
		tests = append(tests, test)
	}
	return "_ = " + strings.Join(tests, " || ") + "; "
}

// repeatable reports whether e can be evaluated again right after its first
// evaluation, without effects, and whether its source is on one line.
func (w *writer) repeatable(e ast.Expr) bool {
	return !impure(e, w.info) && !strings.Contains(w.source(e), "\n")
}

// allowsGenerics reports whether the Go version of the file has generic functions.
func (w *writer) allowsGenerics() bool {
	v := w.info.FileVersions[w.file]
	return v == "" || version.Compare(v, "go1.18") >= 0
}

// fallthroughTargets returns the clauses of s that a fallthrough enters, and adds
// the fallthroughs to w.markedFalls.
func (w *writer) fallthroughTargets(s *ast.SwitchStmt) map[*ast.CaseClause]bool {
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
		if w.markedFalls == nil {
			w.markedFalls = map[*ast.BranchStmt]bool{}
		}
		w.markedFalls[b] = true
	}
	return into
}

// lastStmt returns the last statement of list that is not an empty statement, without
// its labels. It returns nil if there is none.
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

// markClauses inserts a probe into each clause of a type switch or select. With
// addDefault, a statement without a default clause gets one, which records that
// no case matched.
func (w *writer) markClauses(s ast.Stmt, body *ast.BlockStmt, addDefault bool) {
	conds := w.index.cases[s]
	if len(conds) == 0 || !w.numbersFit(conds) {
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
		w.edits.Open(w.offset(colon)+1, " "+w.markStmt("Clause", conds, k))
	}
	if addDefault {
		w.edits.Open(w.offset(body.Rbrace), "; default: "+w.markStmt("Clause", conds, len(conds)))
	}
}
