package cover

import "nearmiss/internal/effects"

// prove marks the goals that no input can take by what local variables can
// hold. It costs one pass over the package, once.
func (u *unit) prove() {
	if u.proofs == nil {
		u.proofs = effects.Infeasible(u.graph)
	}
	for b, why := range u.proofs {
		if g := u.goals[b]; g.infeasible == "" {
			g.infeasible = why
		}
	}
}
