package term

import "go/token"

// Rel is a relation between two operands of one sort. Package probe has the same relations with
// the same numbers.
type Rel uint8

const (
	EQ Rel = iota
	NE
	LT
	LE
	GT
	GE
)

var rels = [...]struct {
	token          token.Token
	negate, mirror Rel
}{
	EQ: {token.EQL, NE, EQ},
	NE: {token.NEQ, EQ, NE},
	LT: {token.LSS, GE, GT},
	LE: {token.LEQ, GT, GE},
	GT: {token.GTR, LE, LT},
	GE: {token.GEQ, LT, LE},
}

// RelOf returns the relation of an operator. ok is false if the operator is not a comparison.
func RelOf(op token.Token) (r Rel, ok bool) {
	for r, row := range rels {
		if row.token == op {
			return Rel(r), true
		}
	}
	return 0, false
}

// Token returns the operator of a relation.
func (r Rel) Token() token.Token { return rels[r].token }

// Negate returns the relation that holds when r does not. For NaN an order relation and its
// negation are both false.
func (r Rel) Negate() Rel { return rels[r].negate }

// Mirror returns the relation that holds between the swapped operands.
func (r Rel) Mirror() Rel { return rels[r].mirror }

// String returns the relation in Go syntax.
func (r Rel) String() string { return rels[r].token.String() }
