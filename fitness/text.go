package fitness

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"strings"

	"nearmiss/cfg"
	"nearmiss/term"
)

// Text writes the explanation. where returns the text of the position of a condition.
func (e *Explanation) Text(w io.Writer, where func(*cfg.Cond) string) error {
	var b strings.Builder
	for _, n := range e.Edges {
		b.WriteString(n.line(where))
	}
	if e.Target.Infeasible {
		b.WriteString("infeasible: the conditions of every path from the entry contradict each other\n")
	}
	for i := range e.Nodes {
		e.Nodes[i].text(&b, where)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (n *EdgeName) line(where func(*cfg.Cond) string) string {
	to := "the target"
	if n.To != nil {
		to = fmt.Sprintf("block %d", n.To.ID)
	}
	cond := "jump"
	if n.Cond != nil {
		cond = where(n.Cond) + " " + sourceText(n.Cond, n.Outcome)
	}
	return fmt.Sprintf("edge %s: block %d to %s: %s\n", n.Name, n.From.ID, to, cond)
}

func (n *NodeExplanation) text(b *strings.Builder, where func(*cfg.Cond) string) {
	fmt.Fprintf(b, "\nnode %s: %s, approach level %d\n", where(n.Cond), sourceText(n.Cond, true), n.Level)
	fmt.Fprintf(b, "  path expression %s\n  approximated    %s\n", n.Path, n.Approx)
	fmt.Fprintf(b, "  %v products, %v infeasible, %v left out\n", n.Products, n.Infeasible, n.LeftOut)
	for i := range n.Listed {
		n.Listed[i].text(b)
	}
	if n.Unlisted > 0 {
		fmt.Fprintf(b, "  and %v more\n", n.Unlisted)
	}
}

func (p *ProductExplanation) text(b *strings.Builder) {
	fmt.Fprintf(b, "  %s: ⟨%s⟩", p.Text, p.Condition())
	if p.Infeasible {
		b.WriteString(" infeasible\n")
		return
	}
	fmt.Fprintf(b, " level %d", p.Level)
	if d := p.Dropped(); len(d) > 0 {
		fmt.Fprintf(b, ", dropped {%s}", strings.Join(d, ", "))
	}
	if len(p.Destroyed) > 0 {
		fmt.Fprintf(b, ", destroyed {%s}", strings.Join(p.Destroyed, ", "))
	}
	b.WriteString("\n")
}

// Condition returns the path condition without dropped conditions.
func (p *ProductExplanation) Condition() string {
	var parts []string
	for _, c := range p.Conditions {
		if !c.Dropped {
			parts = append(parts, c.Text)
		}
	}
	return strings.Join(parts, " ∧ ")
}

// Dropped returns the texts of the dropped conditions.
func (p *ProductExplanation) Dropped() []string {
	var parts []string
	for _, c := range p.Conditions {
		if c.Dropped {
			parts = append(parts, c.Text)
		}
	}
	return parts
}

// sourceText returns the source text of a condition with an outcome.
func sourceText(c *cfg.Cond, outcome bool) string {
	text, comparison := conditionText(c)
	if outcome {
		return text
	}
	if comparison != nil {
		r, _ := term.RelOf(comparison.Op)
		return types.ExprString(comparison.X) + " " + r.Negate().String() + " " + types.ExprString(comparison.Y)
	}
	return "!(" + text + ")"
}

// conditionText returns the source text of a condition, and its comparison, if it is one.
func conditionText(c *cfg.Cond) (string, *ast.BinaryExpr) {
	switch c.Kind {
	case cfg.Case:
		tag := c.Stmt.(*ast.SwitchStmt).Tag
		b := &ast.BinaryExpr{X: tag, Op: token.EQL, Y: c.Expr}
		return types.ExprString(b), b
	case cfg.TypeCase:
		return fmt.Sprintf("type case %d", c.Index), nil
	case cfg.SelectCase:
		return fmt.Sprintf("select case %d", c.Index), nil
	case cfg.Range:
		return "range " + types.ExprString(rangeStmt(c).X), nil
	}
	b, _ := c.Expr.(*ast.BinaryExpr)
	if c.Kind != cfg.Compare {
		b = nil
	}
	return types.ExprString(c.Expr), b
}
