package cfg

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"
)

// builder builds one graph from the blocks of go/cfg for a body.
type builder struct {
	graph          *Graph
	enum           *enumerator
	firstBlocks    map[*cfg.Block]*Block // first block of the graph for a block of go/cfg
	queue          []*cfg.Block          // blocks of go/cfg that fill has not split yet
	all            []*Block
	exit           *Block
	current        *Block     // block to which nodes and edges are added
	completedCalls []ast.Expr // completed calls of the current node that are not in a block yet
	literals       []literal

	flushes int              // how often flush has moved completed calls into a block
	consts  map[*Cond]*Block // by constant condition: the block that would evaluate it
}

// literal is a function literal in a body.
type literal struct {
	lit  *ast.FuncLit
	site *Block // block of the literal, nil if its code is not reached
}

// graphMaker builds the graphs of one function.
type graphMaker struct {
	enum      *enumerator
	mayReturn func(*ast.CallExpr) bool
	fn        *Func
	out       []*Graph
}

// make appends the graph of a body, then the graphs of its literals.
func (m *graphMaker) make(g *Graph, body *ast.BlockStmt) {
	b := &builder{graph: g, enum: m.enum, firstBlocks: map[*cfg.Block]*Block{}, consts: map[*Cond]*Block{}}
	g.Func, g.evaluated = m.fn, map[ast.Node]bool{}
	b.exit = b.newBlock()
	entry := b.firstBlock(cfg.New(body, m.mayReturn).Blocks[0])
	for len(b.queue) > 0 {
		next := b.queue[0]
		b.queue = b.queue[1:]
		b.fill(next)
	}
	b.finish(entry)
	m.out = append(m.out, g)
	for _, l := range b.literals {
		if l.site != nil {
			m.make(&Graph{Lit: l.lit, Parent: g, Site: l.site}, l.lit.Body)
		}
	}
}

// newBlock returns a new block; its ID is temporary.
func (b *builder) newBlock() *Block {
	blk := &Block{ID: len(b.all)}
	b.all = append(b.all, blk)
	return blk
}

// firstBlock returns the first block of the graph for the block x of go/cfg. On the first call for x
// it makes that block and queues x for fill.
func (b *builder) firstBlock(x *cfg.Block) *Block {
	h := b.firstBlocks[x]
	if h == nil {
		h = b.newBlock()
		b.firstBlocks[x] = h
		b.queue = append(b.queue, x)
	}
	return h
}

// fill splits one block of go/cfg into blocks of the graph.
func (b *builder) fill(x *cfg.Block) {
	b.current = b.firstBlocks[x]
	nodes := x.Nodes
	switch x.Kind {
	case cfg.KindRangeBody:
		b.rangeAssign(x.Stmt.(*ast.RangeStmt))
	case cfg.KindSelectCaseBody:
		comm := x.Stmt.(*ast.CommClause).Comm
		b.addNode(comm)
		if _, ok := comm.(*ast.AssignStmt); ok {
			nodes = nodes[1:] // the left side of the assignment, which go/cfg adds as a node
		}
	}
	jumps := len(x.Succs) == 2 && endsInExpr(x)
	for i, n := range nodes {
		if !jumps || i < len(nodes)-1 {
			b.addMember(n)
		}
	}
	switch len(x.Succs) {
	case 0: // a return, a call that does not return, or blocked forever
		b.addEdge(b.exit, nil, false)
	case 1:
		b.addEdge(b.firstBlock(x.Succs[0]), nil, false)
	case 2:
		b.branch(x)
	}
}

// endsInExpr reports whether the last node of a block with two successors is the condition. The
// conditions of range, type switch and select are no expressions.
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

// branch ends the current block with the condition of a block of go/cfg.
func (b *builder) branch(x *cfg.Block) {
	yes, no := x.Succs[0], x.Succs[1]
	clause := yes.Stmt
	var last ast.Expr
	if endsInExpr(x) {
		last = x.Nodes[len(x.Nodes)-1].(ast.Expr)
	}
	switch yes.Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		b.splitBoolean(last, b.firstBlock(yes), b.firstBlock(no))
	case cfg.KindRangeBody, cfg.KindSelectCaseBody:
		b.decide(b.enum.conds[clause], b.firstBlock(yes), b.firstBlock(no))
	case cfg.KindSwitchCaseBody:
		switch s := b.enum.owner[clause].(type) {
		case *ast.TypeSwitchStmt:
			// go/cfg has one block for every type of the clause
			for len(no.Succs) == 2 && no.Succs[0] == yes {
				no = no.Succs[1]
			}
			b.decide(b.enum.conds[clause], b.firstBlock(yes), b.firstBlock(no))
		case *ast.SwitchStmt:
			if s.Tag == nil {
				b.splitBoolean(last, b.firstBlock(yes), b.firstBlock(no))
			} else {
				b.atomic(last, b.firstBlock(yes), b.firstBlock(no))
			}
		}
	default:
		panic("cfg: BUG: condition before a block of kind " + yes.Kind.String())
	}
}

// addMember adds a node of a block of go/cfg to the current block. Of the communication of a select
// it adds only the operands. It omits keys and values of a range loop, and the return at the end of
// a body that go/cfg has added.
func (b *builder) addMember(n ast.Node) {
	switch s := b.enum.enclosing[n].(type) {
	case *ast.RangeStmt:
		return // key or value, which rangeAssign adds to the body
	case *ast.CommClause:
		b.commOperands(s.Comm)
		return
	}
	if r, ok := n.(*ast.ReturnStmt); ok && r.Return == b.bodyEnd() {
		return // added by go/cfg at the end of the body
	}
	b.addNode(n)
}

func (b *builder) bodyEnd() token.Pos {
	if b.graph.Lit != nil {
		return b.graph.Lit.Body.Rbrace
	}
	return b.graph.Func.Decl.Body.Rbrace
}

// rangeAssign adds the assignment of the key and value of a range loop to its body.
func (b *builder) rangeAssign(s *ast.RangeStmt) {
	if s.Key == nil {
		return
	}
	lhs := []ast.Expr{s.Key}
	if s.Value != nil {
		lhs = append(lhs, s.Value)
	}
	b.addNode(&ast.AssignStmt{Lhs: lhs, TokPos: s.TokPos, Tok: s.Tok})
}

// commOperands adds the channel and the value to send of a select clause to the current block.
// The select evaluates them before it chooses a clause.
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
	b.addNode(x)
	b.graph.evaluated[x] = true
}

// received returns the operand ch of <-ch.
func received(x ast.Expr) ast.Expr { return ast.Unparen(x).(*ast.UnaryExpr).X }

// addEdge adds an edge from the current block.
func (b *builder) addEdge(to *Block, c *Cond, outcome bool) {
	e := &Edge{From: b.current, To: to, Cond: c, Outcome: outcome}
	b.current.Succs = append(b.current.Succs, e)
}

// decide ends the current block with a condition. A constant condition gets only the edge of its
// constant outcome.
func (b *builder) decide(c *Cond, yes, no *Block) {
	if c.Const == nil {
		b.current.Cond = c
		b.addEdge(yes, c, true)
		b.addEdge(no, c, false)
		return
	}
	b.consts[c] = b.current
	if *c.Const {
		b.addEdge(yes, nil, false)
	} else {
		b.addEdge(no, nil, false)
	}
}
