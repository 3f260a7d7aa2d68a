package avm

import "nearmiss/search"

func init() {
	for name, o := range map[string]Options{
		"avm":           {},
		"avm-geometric": {Local: Geometric},
		"avm-lattice":   {Local: Lattice},
	} {
		search.RegisterOneByOne(name, func(g *search.Gate, p *search.Problem) search.Result {
			return Search(g, p.Space, p.Rand, Options{Local: o.Local, Modes: p.Modes, Starts: p.Starts})
		})
	}
}
