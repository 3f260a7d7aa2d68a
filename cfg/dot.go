package cfg

import (
	"fmt"
	"go/token"
	"io"
	"strings"
)

// Mark says how Dot should draw some blocks and edges.
type Mark struct {
	Target   *Edge          // drawn in red
	Critical []CriticalNode // filled, with their approach levels
}

// Dot writes g in Graphviz's language: blocks with their code, branches with
// T and F and the name of the branch as a tooltip.
func (p *Package) Dot(w io.Writer, g *Graph, mark Mark) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n\tnode [shape=box, fontname=monospace];\n", g.Name())
	for _, blk := range g.Blocks {
		fmt.Fprintf(&b, "\tn%d [label=%s%s];\n", blk.ID, dotLabel(g, blk, p.Fset), mark.node(blk))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "\tn%d -> n%d", e.From.ID, e.To.ID)
		if e.Cond != nil {
			fmt.Fprintf(&b, " [label=%q, tooltip=%q%s]", e.label(), p.BranchName(e.Cond.Branch(e.Outcome)), mark.edge(e))
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Name returns the name of the function, and the line of a literal in it.
func (g *Graph) Name() string {
	if g.Lit == nil {
		return g.Func.Name
	}
	for i, h := range g.Func.Graphs {
		if h == g {
			return fmt.Sprintf("%s.func%d", g.Func.Name, i)
		}
	}
	return g.Func.Name + ".func"
}

// dotLabel quotes the lines of a block, each flush left. Backslashes and
// quotes of the source are escaped, \l is Graphviz's end of line.
func dotLabel(g *Graph, b *Block, fset *token.FileSet) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	var out strings.Builder
	fmt.Fprintf(&out, `"%d:`, b.ID)
	if b == g.Exit {
		out.WriteString(" exit")
	}
	out.WriteString(`\l`)
	for _, n := range b.Nodes {
		out.WriteString(escape.Replace(source(fset, n)) + `\l`)
	}
	if b.Cond != nil {
		out.WriteString(escape.Replace(b.Cond.Text(fset)) + `?\l`)
	}
	out.WriteString(`"`)
	return out.String()
}

func (m Mark) node(b *Block) string {
	for _, c := range m.Critical {
		if c.Block == b {
			return fmt.Sprintf(`, style=filled, fillcolor=lightyellow, xlabel="level %d"`, c.Level)
		}
	}
	return ""
}

func (m Mark) edge(e *Edge) string {
	if m.Target != nil && m.Target.Cond == e.Cond && m.Target.Outcome == e.Outcome {
		return ", color=red, penwidth=2"
	}
	return ""
}
