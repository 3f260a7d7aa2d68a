package ese

// Auto is a portfolio of strategies that take turns and share the best path. It ends early
// when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(gate *Gate) error {
	gate.setPolicy(PreferencesPolicy, gate.bestPathPreference)
	turns := &portfolio{gate: gate}
	defer turns.stop()
	const learning = 7
	if gate.opt.Policy != nil { // the learned policy is likely to find a costly path at once
		turns.takeFirstTurn(turns.add(learning, alternatingNRPA{}))
	}
	turns.takeFirstTurn(turns.add(2, Discrepancy{}))
	if in := gate.target.Inputs; in != nil && turns.inputBudget().Evaluations != 1 {
		turns.scalars = uint64(in.Space().Sig.Inputs())
		a := turns.add(2, inputRounds{})
		a.gate.opt.Budget = turns.inputBudget()
		turns.takeFirstTurn(a)
	}
	if err := turns.firstError(); err != nil || gate.archive.Complete || gate.Over() {
		return err
	}
	if gate.opt.Policy == nil {
		turns.add(learning, alternatingNRPA{})
	}
	turns.add(1.5, refineBest{})
	return turns.run()
}

// Learns implements Learner.
func (Auto) Learns() string { return PreferencesPolicy }
