package pathexpr

import "fmt"

// Approximate replaces every loop A* of e by
//
//	1 + A + A² + … + A^k·D[A]
//
// for k = 1: 1 + A·D[A]. It also approximates loops inside A. The argument of D
// keeps its stars, because it stands for the variables that A defines, not for
// paths. k < 1 is an error: without an iteration there would be no D[A].
func Approximate(b *Builder, e *Expr, k int) (*Expr, error) {
	if k < 1 {
		return nil, fmt.Errorf("pathexpr: cannot unroll loops %d times, at least 1 is needed", k)
	}
	memo := make(map[*Expr]*Expr)
	walk(e, func(e *Expr) { // operands come first, so memo has them
		switch e.op {
		case Concat:
			memo[e] = b.Concat(memo[e.x], memo[e.y])
		case Union:
			memo[e] = b.Union(memo[e.x], memo[e.y])
		case Star:
			memo[e] = unroll(b, memo[e.x], b.Destroy(e.x), k)
		default:
			memo[e] = e
		}
	})
	return memo[e], nil
}

func unroll(b *Builder, turn, destroyed *Expr, k int) *Expr {
	sum, power := b.EmptyPath(), b.EmptyPath()
	for i := 1; i <= k; i++ {
		power = b.Concat(power, turn)
		if i < k {
			sum = b.Union(sum, power)
		}
	}
	return b.Union(sum, b.Concat(power, destroyed))
}
