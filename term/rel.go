package term

import "go/token"

// Rel is a relation between two operands of one sort. The probes have the same relations
// with the same numbers.
type Rel uint8

const (
	EQ Rel = iota
	NE
	LT
	LE
	GT
	GE
)

// rels are the rows of EQ to GE.
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

// Of is the relation of an operator; ok says whether it compares.
func Of(op token.Token) (r Rel, ok bool) {
	for r, row := range rels {
		if row.token == op {
			return Rel(r), true
		}
	}
	return 0, false
}

// Token is the operator of a relation.
func Token(r Rel) token.Token { return rels[r].token }

// Negate returns the relation that holds when r does not. It is exact for all operands but
// NaN, where an ordering and its negation both fail.
func (r Rel) Negate() Rel { return rels[r].negate }

// Mirror returns the relation that holds between the swapped operands.
func (r Rel) Mirror() Rel { return rels[r].mirror }

// String returns the relation as Go writes it.
func (r Rel) String() string { return rels[r].token.String() }
