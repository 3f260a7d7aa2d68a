package questions

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nearmiss/internal/testutil"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// Random records random path conditions with the operators of a mix, on words of so many bits: n of each shape, small and
// larger, signed and unsigned. A recording is about one shape.
func Random(ctx context.Context, mix string, bits, n int, rng *rand.Rand) (recordings [][]Step, err error) {
	for _, shape := range testutil.Shapes() {
		if shape.Mix.String() != mix || int(shape.Sort.Bits) != bits {
			continue
		}
		rec := &recorder{Solver: embedded.New(embedded.Options{}), slots: shape.Vars}
		b := term.NewBuilder()
		for range n {
			c := testutil.Random(rng, b, shape)
			for _, p := range c.Path {
				rec.Push(p)
			}
			rec.Check(ctx, c.Extra, c.Env())
			rec.Pop(len(c.Path))
		}
		recordings = append(recordings, rec.steps)
	}
	if recordings == nil {
		return nil, fmt.Errorf("there are no random conditions of %q with %d bits", mix, bits)
	}
	return recordings, ctx.Err()
}
