package command_test

import (
	"context"
	"os"

	_ "nearmiss/avm"
	"nearmiss/command"
	"nearmiss/search"
)

// A program registers its own search, and cover lists it among the algorithms.
func Example() {
	search.RegisterOneByOne("once", func(g *search.Gate, p *search.Problem) search.Result {
		g.Evaluate(p.Space.Zero(), new(search.Fitness))
		return g.Result()
	})
	command.Run(context.Background(), []string{"cover", "-algo", "twice"}, os.Stdout, os.Stdout)
	// Output:
	// nearmiss cover: -algo: "twice" is none of auto, search, dse, tardis, avm, avm-geometric, avm-lattice, ga, once, random
}
