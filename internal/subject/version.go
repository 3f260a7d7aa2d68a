package subject

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/types"
)

// Version identifies the meaning of condition numbers. It is a hash of the conditions of all
// parts, in order, each with its function.
func (s *Set) Version() string {
	h := sha256.New()
	for _, p := range s.Parts {
		fmt.Fprintln(h, p.Pkg.ImportPath)
		for _, c := range p.Graph.Conds {
			text := ""
			if c.Expr != nil {
				text = types.ExprString(c.Expr)
			}
			fmt.Fprintln(h, c.Func.Name, c.Kind, c.Index, text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
