package ese

// Auto is a portfolio: several strategies in turns, which share what they have
// found. Each is tried first; then the one that promises most for what is left
// of the budget gets most of the work. It ends early when every path was taken.
//
// The shares that are fixed say which of them go on for long: paths that are
// learned slowly pay late, and by what is seen early would get nothing.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(g *Gate) error {
	p := &portfolio{g: g}
	defer p.stop()
	if in := g.target.Inputs; in != nil && p.aside().Evaluations != 1 {
		p.scalars = uint64(in.Space().Sig.Inputs())
		a := p.add("inputs", 2, inputRounds{})
		a.gate.opt.Budget = p.aside()
		a.inputs = true
		p.begin(a)
	}
	p.begin(p.add("dfs", 0.25, DFS{First: AnyFirst}))
	if err := p.failed(); err != nil || g.archive.Complete || g.Over() {
		return err
	}
	learner := new(learner)
	p.add("nrpa", 7, learner).run = learner
	p.add("polish", 1.5, polish{other: learner}).follows = true
	return p.run()
}
