package explore

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"nearmiss/dse"
	"nearmiss/symexec"
)

// A treePicture is an execution tree with the ends of its runs.
type treePicture struct {
	session *Session
	root    *dse.Node
	leaves  []leaf
	name    string
}

// leaf is the end of a path, after one side of a node.
type leaf struct {
	run     int // number of the run, from 1
	node    *dse.Node
	side    bool
	end     symexec.EndKind
	dropped int
}

// place is one side of a node.
type place struct {
	node *dse.Node
	side bool
}

// Dot writes the explored part of the execution tree in the language of Graphviz. A node is
// labelled with the position of its condition, and an edge with T or F. A run is a box where its
// path ends. A side that no run took leads to its state, such as infeasible. The search must
// have had Options.Tree.
func (r *Result) Dot(w io.Writer) error {
	if r.tree == nil {
		return errors.New("explore: the search kept no tree")
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %q {\n\tnode [shape=box, fontname=monospace];\n", r.tree.name)
	r.tree.write(b)
	fmt.Fprintln(b, "}")
	return b.Flush()
}

func (p *treePicture) write(b *bufio.Writer) {
	ends := map[place][]leaf{}
	for _, l := range p.leaves {
		at := place{l.node, l.side}
		ends[at] = append(ends[at], l)
	}
	numbers := map[*dse.Node]int{}
	number := func(n *dse.Node) int {
		if numbers[n] == 0 {
			numbers[n] = len(numbers) + 1
		}
		return numbers[n]
	}
	if p.root == nil { // no decision depends on the input
		for _, l := range ends[place{}] {
			fmt.Fprintf(b, "\tr%d [label=%s];\n", l.run, l.label())
		}
	}
	walk(p.root, func(n *dse.Node) {
		id := number(n)
		fmt.Fprintf(b, "\tn%d [label=%q, shape=ellipse];\n", id, p.placeName(n))
		for _, side := range []bool{false, true} {
			leaves := ends[place{n, side}]
			label := "F"
			if side {
				label = "T"
			}
			edge := fmt.Sprintf("\tn%d -> %%s [label=%q%%s];\n", id, label)
			if c := n.Child(side); c != nil {
				fmt.Fprintf(b, edge, fmt.Sprint("n", number(c)), "")
			} else if len(leaves) == 0 && side != n.Side {
				fmt.Fprintf(b, "\ts%d [label=%q, shape=plaintext];\n", id, n.State().String())
				fmt.Fprintf(b, edge, fmt.Sprint("s", id), ", style=dashed")
			}
			for _, l := range leaves {
				fmt.Fprintf(b, "\tr%d [label=%s];\n", l.run, l.label())
				fmt.Fprintf(b, edge, fmt.Sprint("r", l.run), "")
			}
		}
	})
}

// label gives the number of the run that ends here, and how it ends.
func (l leaf) label() string {
	text := fmt.Sprintf("run %d: %s", l.run, l.end)
	if l.dropped > 0 {
		text += fmt.Sprintf(`\n%d decisions dropped`, l.dropped)
	}
	return `"` + text + `"`
}

// placeName returns the label of a node: the position of its condition.
func (p *treePicture) placeName(n *dse.Node) string {
	switch {
	case n.Value:
		return "a value made concrete"
	case n.Site.Cond < 0:
		return fmt.Sprintf("outside of rewritten code, %d", n.Site.At)
	}
	return p.session.site(n.Site.Cond)
}

// site returns the name of a condition. In other packages than the function's, the name begins
// with the import path.
func (s *Session) site(cond int) string {
	for i, part := range s.subject.Set.Parts {
		if at := cond - part.First; 0 <= at && at < len(part.Graph.Conds) {
			name := strings.TrimSuffix(part.Graph.BranchName(uint32(2*at+1)), "/T")
			if i > 0 {
				name = part.Pkg.ImportPath + "/" + name
			}
			return name
		}
	}
	panic(fmt.Sprintf("explore: BUG: no condition %d", cond))
}
