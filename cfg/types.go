package cfg

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Kind says what an atomic condition is, and so how it is rewritten and
// which distance it has.
type Kind uint8

const (
	Bool       Kind = iota // any boolean operand without a relation: f(x), ok, !b is Bool of b with sides swapped by the graph
	Compare                // X Op Y
	Case                   // one expression of a tagged switch: Tag == Expr
	TypeCase               // one clause of a type switch
	SelectCase             // one clause of a select
	Range                  // a range loop: one more element
)

// Cond is one atomic condition of the package under test.
// Its two outcomes are branches, named file:line:col/T and file:line:col/F.
type Cond struct {
	ID    int // package-wide, dense from 0 in the order of file name and position
	Kind  Kind
	Pos   token.Pos    // of the atomic expression; of the clause (TypeCase, SelectCase) or the for keyword (Range)
	Expr  ast.Expr     // the atomic expression; the case expression for Case; nil for TypeCase, SelectCase, Range
	Stmt  ast.Stmt     // the switch, type switch, select or range statement; nil otherwise
	Index int          // of the case expression (Case: counted over all clauses) or clause within Stmt
	Lit   *ast.FuncLit // innermost function literal around the condition, nil in the body itself
	Value bool         // a boolean value expression (x := a && b), not a jump
	Const *bool        // the type checker knows the outcome; the other branch is infeasible
	Func  *Func

	Graph *Graph // graph and block that end in the condition; nil if Const is
	Block *Block // set, or if the condition stands in code that is never reached

	reached bool // a constant condition in code that is reached
}

// Func is one declared function with a body, with all conditions in it and in
// its function literals, and one graph a body.
type Func struct {
	Name   string // as Go names it within the package: Triangle, (*Buffer).ReadBytes, T.String
	Decl   *ast.FuncDecl
	Obj    *types.Func
	Conds  []*Cond
	Graphs []*Graph // Graphs[0] is the body; then literals, outer before inner
}

// Graph is the control flow graph of one body. Conditions are split, so that
// a block ends in at most one atomic condition.
type Graph struct {
	Func   *Func
	Lit    *ast.FuncLit // nil for the declared body
	Parent *Graph       // the graph around the literal, nil for the body
	Site   *Block       // the block of Parent in which the literal stands
	Blocks []*Block     // Blocks[i].ID == i; Blocks[0] is the entry, the last one Exit
	Exit   *Block       // the single virtual exit: returns, panics and falling off the end lead there
	Edges  []*Edge      // Edges[i].ID == i

	done map[ast.Node]bool // parts of nodes that earlier blocks have evaluated
}

// Block is straight-line code, ended by at most one condition.
type Block struct {
	ID    int
	Nodes []ast.Node // statements and expressions evaluated, in order, without the condition itself; see Graph.Inspect
	Cond  *Cond      // nil if the block has at most one successor
	Succs []*Edge    // with Cond two, the true outcome first; else one; none for Exit
	Preds []*Edge
}

// Edge is one step of control. A branch edge has Cond set.
type Edge struct {
	ID      int
	From    *Block
	To      *Block
	Cond    *Cond
	Outcome bool // which outcome of Cond takes the edge
}
