package ga_test

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// distance is the fitness of the target a == b+10.
type distance struct{}

func (distance) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, _ error) {
	for _, v := range vectors {
		d := math.Abs(float64(int64(v[0])) - float64(int64(v[1])) - 10)
		fs = append(fs, search.Fitness{Value: d / (d + 1)})
	}
	return fs, nil
}

// The method of Baars et al. 2011 finds an input that fulfils an equality.
func Example() {
	number := &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	space := input.NewSpace(&input.Signature{Name: "F", Params: []input.Field{{Name: "a", Type: number}, {Name: "b", Type: number}}}, input.Limits{})
	r, err := ga.Search(context.Background(), distance{}, space, rand.New(rand.NewPCG(1, 0)), ga.Options{Evaluations: 100_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := r.Hit().Vector
	fmt.Println(r.Status, int32(v[0])-int32(v[1]))
	// Output: found 10
}

// ones is the problem to find the word with all bits set. The cost of a word is the number of its
// set bits.
type ones struct{}

func (ones) Random(rng *rand.Rand) uint64 { return rng.Uint64() }
func (ones) Check(uint64) error           { return nil }
func (ones) Hash(w uint64) uint64         { return w }
func (ones) Size(uint64) int              { return 1 }

func (ones) Evaluate(_ context.Context, words []uint64) (fs []search.Fitness, _ error) {
	for _, w := range words {
		fs = append(fs, search.Fitness{Value: 1 / (1 + float64(bits.OnesCount64(w)))})
	}
	return fs, nil
}

// flips are operators over words.
type flips struct{}

func (flips) Crossover(a, b uint64, rng *rand.Rand) (uint64, uint64) {
	mask := rng.Uint64()
	return a&mask | b&^mask, b&mask | a&^mask
}

func (f flips) Mutate(w uint64, _ float64, rng *rand.Rand) uint64 { return w ^ 1<<rng.IntN(64) }
func (f flips) Neighbour(w uint64, rng *rand.Rand) uint64         { return f.Mutate(w, 0, rng) }

// Every algorithm works with genes of a user-defined kind.
func ExampleRun() {
	for _, a := range []ga.Algorithm{ga.Wegener{}, ga.Memetic{}} {
		o, err := ga.Run(context.Background(), ones{}, flips{}, a, rand.New(rand.NewPCG(1, 0)), ga.Limits[uint64]{Evaluations: 20_000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T %x\n", a, *o.Best)
	}
	// Output:
	// ga.Wegener ffffffffffffffff
	// ga.Memetic ffffffffffffffff
}
