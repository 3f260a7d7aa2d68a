package ese

// Auto is a portfolio: several strategies in turns, which share what they have
// found. It ends early when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(g *Gate) error {
	p := &portfolio{g: g}
	defer p.stop()
	if in := g.target.Inputs; in != nil && p.aside().Evaluations != 1 {
		p.scalars = uint64(in.Space().Sig.Inputs())
		a := p.add("inputs", 2, inputRounds{})
		a.gate.opt.Budget = p.aside()
		p.begin(a)
	}
	p.begin(p.add("dfs", 0.25, DFS{First: AnyFirst}))
	if err := p.failed(); err != nil || g.archive.Complete || g.Over() {
		return err
	}
	p.add("nrpa", 7, learner{})
	p.add("polish", 1.5, polish{})
	return p.run()
}
