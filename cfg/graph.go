package cfg

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"
)

// builder makes one graph out of the blocks that go/cfg found for a body.
type builder struct {
	graph *Graph
	enum  *enumerator
	heads map[*cfg.Block]*Block // first of our blocks for a block of go/cfg
	queue []*cfg.Block          // blocks of go/cfg that have a head and no contents yet
	all   []*Block
	exit  *Block
	cur   *Block
	calls []ast.Expr // calls of the current node that are over, not yet in a block
	lits  []literal

	flushes int              // how often calls were moved into a block
	consts  map[*Cond]*Block // constant conditions and where they stand
}

// literal is a function literal and the block in which it stands, nil if the
// code is not reached.
type literal struct {
	lit  *ast.FuncLit
	site *Block
}

// maker makes the graphs of one function.
type maker struct {
	enum      *enumerator
	mayReturn func(*ast.CallExpr) bool
	fn        *Func
	out       []*Graph
}

// make appends the graph of a body and, after it, those of its literals.
func (m *maker) make(g *Graph, body *ast.BlockStmt) {
	b := &builder{graph: g, enum: m.enum, heads: map[*cfg.Block]*Block{}, consts: map[*Cond]*Block{}}
	g.Func, g.done = m.fn, map[ast.Node]bool{}
	b.exit = b.block()
	entry := b.head(cfg.New(body, m.mayReturn).Blocks[0])
	for len(b.queue) > 0 {
		next := b.queue[0]
		b.queue = b.queue[1:]
		b.fill(next)
	}
	b.finish(entry)
	m.out = append(m.out, g)
	for _, l := range b.lits {
		if l.site != nil {
			m.make(&Graph{Lit: l.lit, Parent: g, Site: l.site}, l.lit.Body)
		}
	}
}

// block returns a new block; its ID is temporary.
func (b *builder) block() *Block {
	blk := &Block{ID: len(b.all)}
	b.all = append(b.all, blk)
	return blk
}

// head returns the block that stands for a block of go/cfg, and sees to it
// that it is filled.
func (b *builder) head(x *cfg.Block) *Block {
	h := b.heads[x]
	if h == nil {
		h = b.block()
		b.heads[x] = h
		b.queue = append(b.queue, x)
	}
	return h
}

// fill splits one block of go/cfg: the nodes first, then what ends it.
func (b *builder) fill(x *cfg.Block) {
	b.cur = b.heads[x]
	nodes := x.Nodes
	switch x.Kind {
	case cfg.KindRangeBody:
		b.rangeAssign(x.Stmt.(*ast.RangeStmt))
	case cfg.KindSelectCaseBody:
		comm := x.Stmt.(*ast.CommClause).Comm
		b.node(comm)
		if _, ok := comm.(*ast.AssignStmt); ok {
			nodes = nodes[1:] // the left side, which go/cfg puts here
		}
	}
	jumps := len(x.Succs) == 2 && endsInExpr(x)
	for i, n := range nodes {
		if !jumps || i < len(nodes)-1 {
			b.member(n)
		}
	}
	switch len(x.Succs) {
	case 0: // a return, a call that does not return, or blocked forever
		b.edge(b.exit, nil, false)
	case 1:
		b.edge(b.head(x.Succs[0]), nil, false)
	case 2:
		b.branch(x)
	}
}

// endsInExpr reports whether the last node of a block with two successors is
// the condition; range, type switch and select have none.
func endsInExpr(x *cfg.Block) bool {
	switch x.Succs[0].Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		return true
	case cfg.KindSwitchCaseBody:
		return len(x.Nodes) > 0 && isCaseOf(x.Nodes[len(x.Nodes)-1], x.Succs[0].Stmt)
	}
	return false
}

func isCaseOf(n ast.Node, clause ast.Stmt) bool {
	for _, x := range clause.(*ast.CaseClause).List {
		if n == x {
			return true
		}
	}
	return false
}

// branch ends the current block by the condition that go/cfg left open.
func (b *builder) branch(x *cfg.Block) {
	yes, no := x.Succs[0], x.Succs[1]
	clause := yes.Stmt
	var last ast.Expr
	if endsInExpr(x) {
		last = x.Nodes[len(x.Nodes)-1].(ast.Expr)
	}
	switch yes.Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		b.jump(last, b.head(yes), b.head(no))
	case cfg.KindRangeBody, cfg.KindSelectCaseBody:
		b.decide(b.enum.conds[clause], b.head(yes), b.head(no))
	case cfg.KindSwitchCaseBody:
		switch s := b.enum.owner[clause].(type) {
		case *ast.TypeSwitchStmt:
			// go/cfg has one block for every type of the clause
			for len(no.Succs) == 2 && no.Succs[0] == yes {
				no = no.Succs[1]
			}
			b.decide(b.enum.conds[clause], b.head(yes), b.head(no))
		case *ast.SwitchStmt:
			if s.Tag == nil {
				b.jump(last, b.head(yes), b.head(no))
			} else {
				b.atomic(last, b.head(yes), b.head(no))
			}
		}
	default:
		panic("cfg: BUG: condition before a block of kind " + yes.Kind.String())
	}
}

// member adds a node of a block of go/cfg.
func (b *builder) member(n ast.Node) {
	switch s := b.enum.parts[n].(type) {
	case *ast.RangeStmt:
		return // key and value, which are assigned in the body
	case *ast.CommClause:
		b.commOperands(s.Comm)
		return
	}
	if r, ok := n.(*ast.ReturnStmt); ok && r.Return == b.bodyEnd() {
		return // made by go/cfg for the end of the body
	}
	b.node(n)
}

func (b *builder) bodyEnd() token.Pos {
	if b.graph.Lit != nil {
		return b.graph.Lit.Body.Rbrace
	}
	return b.graph.Func.Decl.Body.Rbrace
}

// rangeAssign puts what a range loop assigns at the start of its body.
func (b *builder) rangeAssign(s *ast.RangeStmt) {
	if s.Key == nil {
		return
	}
	lhs := []ast.Expr{s.Key}
	if s.Value != nil {
		lhs = append(lhs, s.Value)
	}
	b.node(&ast.AssignStmt{Lhs: lhs, TokPos: s.TokPos, Tok: s.Tok})
}

// commOperands puts the channel, and the value to send, of a select clause
// where the select evaluates them: before any clause is chosen.
func (b *builder) commOperands(comm ast.Stmt) {
	switch s := comm.(type) {
	case *ast.SendStmt:
		b.operand(s.Chan)
		b.operand(s.Value)
	case *ast.ExprStmt:
		b.operand(received(s.X))
	case *ast.AssignStmt:
		b.operand(received(s.Rhs[0]))
	}
}

func (b *builder) operand(x ast.Expr) {
	b.node(x)
	b.graph.done[x] = true
}

// received returns ch of <-ch.
func received(x ast.Expr) ast.Expr { return ast.Unparen(x).(*ast.UnaryExpr).X }

// edge ends the current block by an edge.
func (b *builder) edge(to *Block, c *Cond, outcome bool) {
	e := &Edge{From: b.cur, To: to, Cond: c, Outcome: outcome}
	b.cur.Succs = append(b.cur.Succs, e)
}

// decide ends the current block by a condition. A constant one leaves only
// the way it always takes.
func (b *builder) decide(c *Cond, yes, no *Block) {
	if c.Const == nil {
		b.cur.Cond = c
		b.edge(yes, c, true)
		b.edge(no, c, false)
		return
	}
	b.consts[c] = b.cur
	if *c.Const {
		b.edge(yes, nil, false)
	} else {
		b.edge(no, nil, false)
	}
}
