package ese

import (
	"testing"
)

// TestShares asserts that arms take turns by their shares until an arm is over.
func TestShares(t *testing.T) {
	p := &portfolio{arms: []*arm{{share: 1}, {share: 3}, {share: 2}}}
	for range 600 {
		p.nextArm().spent++
	}
	for i, want := range []float64{100, 300, 200} {
		if got := p.arms[i].spent; got < want-1 || got > want+1 {
			t.Errorf("arm %d has spent %v, not %v", i, got, want)
		}
	}
	p.arms[1].ended = true
	if a := p.nextArm(); a.share == 3 || len(p.arms) != 2 {
		t.Errorf("the arm of share %v is over", a.share)
	}
	p.arms[0].ended, p.arms[1].ended = true, true
	if a := p.nextArm(); a != nil {
		t.Errorf("the arm of share %v is over, too", a.share)
	}
}

// TestRounds asserts that a round over inputs ends when its last half brought no improvement, and
// that another round follows.
func TestRounds(t *testing.T) {
	target, _ := withInputs(ToyMergeSort, 9)
	g := newGate(t.Context(), target, generator(1), Options{})
	part := g.roundGate()
	if err := wegener.Search(part); err != nil {
		t.Fatal(err)
	}
	if g.Over() || part.evaluations <= minRound || part.maxCost != g.archive.Cost {
		t.Errorf("over: %v; %d evaluations; %d of %d", g.Over(), part.evaluations, part.maxCost, g.archive.Cost)
	}
}
