// Package long has runs that take longer than a search may.
package long

import "math/big"

// Power takes longer than anybody waits.
func Power(n int) int {
	x := new(big.Int).Exp(big.NewInt(3), big.NewInt(1<<40), nil)
	if n > 3 && x.Sign() > 0 {
		return 1
	}
	return 0
}
