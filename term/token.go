package term

import (
	"go/token"

	"nearmiss/internal/probe"
)

// tokens are those of probe.EQ to probe.GE.
var tokens = [...]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

// Of is the relation of an operator; ok says whether it compares.
func Of(op token.Token) (r probe.Rel, ok bool) {
	switch op {
	case token.EQL:
		return probe.EQ, true
	case token.NEQ:
		return probe.NE, true
	case token.LSS:
		return probe.LT, true
	case token.LEQ:
		return probe.LE, true
	case token.GTR:
		return probe.GT, true
	case token.GEQ:
		return probe.GE, true
	}
	return 0, false
}

// Token is the operator of a relation.
func Token(r probe.Rel) token.Token { return tokens[r] }
