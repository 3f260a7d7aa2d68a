package ese

// Auto is a portfolio: several strategies in turns, which share what they have
// found. It ends early when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(g *Gate) error {
	g.leave(PreferencesPolicy, g.lesson)
	p := &portfolio{g: g}
	defer p.stop()
	const learning = 7
	if g.opt.Policy != nil { // what was learned is likely to do at once
		p.begin(p.add("nrpa", learning, learner{}))
	}
	p.begin(p.add("discrepancy", 2, Discrepancy{}))
	if in := g.target.Inputs; in != nil && p.aside().Evaluations != 1 {
		p.scalars = uint64(in.Space().Sig.Inputs())
		a := p.add("inputs", 2, inputRounds{})
		a.gate.opt.Budget = p.aside()
		p.begin(a)
	}
	if err := p.failed(); err != nil || g.archive.Complete || g.Over() {
		return err
	}
	if g.opt.Policy == nil {
		p.add("nrpa", learning, learner{})
	}
	p.add("polish", 1.5, polish{})
	return p.run()
}

// Learns implements Learner.
func (Auto) Learns() string { return PreferencesPolicy }
