package cfg

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"strings"
)

func (k Kind) String() string {
	return [...]string{
		Bool: "bool", Compare: "compare", Case: "case", TypeCase: "type case", SelectCase: "select case", Range: "range",
	}[k]
}

// Text returns the condition as Go source on one line: the expression, tag == expression, or the
// head of the clause or loop.
func (c *Cond) Text(fset *token.FileSet) string {
	switch s := c.Stmt.(type) {
	case *ast.SwitchStmt:
		return sourceText(fset, s.Tag) + " == " + sourceText(fset, c.Expr)
	case *ast.TypeSwitchStmt:
		return sourceText(fset, s.Assign) + " case " + list(fset, s.Body.List[c.Index].(*ast.CaseClause).List)
	case *ast.SelectStmt:
		return "select " + sourceText(fset, s.Body.List[c.Index].(*ast.CommClause).Comm)
	case *ast.RangeStmt:
		return "range " + sourceText(fset, s.X)
	}
	return sourceText(fset, c.Expr)
}

// Text returns the graph as text: for each block its nodes, its condition and its successors.
func (g *Graph) Text(fset *token.FileSet) string {
	var b strings.Builder
	for _, blk := range g.Blocks {
		fmt.Fprintf(&b, "%d:", blk.ID)
		for _, line := range blk.lines(g, fset) {
			b.WriteString("\t" + line + "\n")
		}
		if len(blk.Nodes) > 0 || blk.Cond != nil {
			continue
		}
		b.WriteString("\t" + blk.targets(g) + "\n")
	}
	return b.String()
}

// lines returns one line for each node and one for the condition. The last line also has the
// successors of the block.
func (b *Block) lines(g *Graph, fset *token.FileSet) []string {
	var out []string
	for _, n := range b.Nodes {
		out = append(out, sourceText(fset, n))
	}
	if b.Cond != nil {
		word := "if "
		if b.Cond.Value {
			word = "value "
		}
		out = append(out, word+b.Cond.Text(fset))
	}
	if len(out) > 0 {
		out[len(out)-1] += "  " + b.targets(g)
	}
	return out
}

func (b *Block) targets(g *Graph) string {
	var out []string
	for _, e := range b.Succs {
		out = append(out, fmt.Sprintf("%s→%d", e.label(), e.To.ID))
	}
	if b == g.Exit {
		return "(exit)"
	}
	return strings.Join(out, " ")
}

// label returns T or F for a branch, "" for a plain edge.
func (e *Edge) label() string {
	switch {
	case e.Cond == nil:
		return ""
	case e.Outcome:
		return "T"
	}
	return "F"
}

func list(fset *token.FileSet, xs []ast.Expr) string {
	var out []string
	for _, x := range xs {
		out = append(out, sourceText(fset, x))
	}
	return strings.Join(out, ", ")
}

// sourceText returns n as Go source on one line, without the bodies of function literals.
func sourceText(fset *token.FileSet, n ast.Node) string {
	if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 0 {
		return list(fset, a.Lhs) + " " + a.Tok.String() + " (next)"
	}
	text := oneLine(fset, n)
	ast.Inspect(n, func(x ast.Node) bool {
		if l, ok := x.(*ast.FuncLit); ok {
			text = strings.Replace(text, oneLine(fset, l.Body), "{…}", 1)
			return false
		}
		return true
	})
	return text
}

// oneLine prints n and replaces each run of white space by one blank.
func oneLine(fset *token.FileSet, n ast.Node) string {
	var buf bytes.Buffer
	if err := printer.Fprint(&buf, fset, n); err != nil {
		return fmt.Sprintf("%T", n)
	}
	return strings.Join(strings.Fields(buf.String()), " ")
}
