package cfg

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Kind is the kind of an atomic condition. It determines which probes the condition gets when the
// source is rewritten, and how its distance is measured.
type Kind uint8

const (
	Bool       Kind = iota // a boolean operand without a relation, such as f(x) or ok; the graph swaps the sides of !b
	Compare                // X Op Y
	Case                   // one expression of a tagged switch: Tag == Expr
	TypeCase               // one clause of a type switch
	SelectCase             // one clause of a select
	Range                  // a range loop: one more element
)

// Cond is an atomic condition of the package under test. Its two outcomes are branches, named
// file:line:col/T and file:line:col/F.
type Cond struct {
	ID    int // unique in the package, dense from 0 in the order of file name and position
	Kind  Kind
	Pos   token.Pos    // of the atomic expression; of the clause (TypeCase, SelectCase) or the for keyword (Range)
	Expr  ast.Expr     // the atomic expression; the case expression for Case; nil for TypeCase, SelectCase, Range
	Stmt  ast.Stmt     // the switch, type switch, select or range statement; nil otherwise
	Index int          // from 0: of the case expression among those of all clauses (Case), or of the clause in Stmt
	Lit   *ast.FuncLit // innermost function literal around the condition, nil in the body itself
	Value bool         // a boolean value expression (x := a && b), not a jump
	Const *bool        // outcome that the type checker knows, else nil; the other branch is infeasible
	Func  *Func

	// Graph and Block contain the condition; Block ends in it. Both are nil
	// if Const is set or the condition is in code that is never reached.
	Graph *Graph
	Block *Block

	reached bool // for a constant condition: its code is reached
}

// Func is a declared function with a body. It has the conditions of the body and of the function
// literals in it, and a graph for each of these bodies.
type Func struct {
	Name   string // name within the package, such as Triangle, (*Buffer).ReadBytes or T.String
	Decl   *ast.FuncDecl
	Obj    *types.Func
	Conds  []*Cond
	Graphs []*Graph // Graphs[0] is the body; then literals, outer before inner
}

// Graph is the control flow graph of one body. A block ends in at most one atomic condition.
type Graph struct {
	Func   *Func
	Lit    *ast.FuncLit // nil for the declared body
	Parent *Graph       // the graph around the literal, nil for the body
	Site   *Block       // the block of Parent that contains the literal
	Blocks []*Block     // Blocks[i].ID == i; Blocks[0] is the entry, the last block is Exit
	Exit   *Block       // the single virtual exit, to which returns, panics and the end of the body lead
	Edges  []*Edge      // Edges[i].ID == i

	evaluated map[ast.Node]bool // parts of nodes that earlier blocks have evaluated
}

// Block is straight-line code that ends in at most one condition.
type Block struct {
	ID    int        // index in Graph.Blocks
	Nodes []ast.Node // statements and expressions in order of evaluation, without the condition; see Graph.Inspect
	Cond  *Cond      // nil if the block has at most one successor
	Succs []*Edge    // two if Cond is set, the true outcome first; else one; none for Exit
	Preds []*Edge
}

// Edge is an edge of a control flow graph. Cond is set for the edge of a branch.
type Edge struct {
	ID      int // index in Graph.Edges
	From    *Block
	To      *Block
	Cond    *Cond
	Outcome bool // the outcome of Cond that takes the edge
}
