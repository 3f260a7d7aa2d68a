package cover

import (
	"math"
	"testing"
)

// TestBandit: shares by hand.
func TestBandit(t *testing.T) {
	type round struct {
		gain [halves]int
		work [halves]uint64
		want float64 // the share of solving behind it
	}
	var b bandit
	if got := b.share(solving); got != 0.5 {
		t.Errorf("at first %v", got)
	}
	for i, r := range []round{
		// (0.5/20000) and (2.5/30000): 0.25 to 0.8333 in units of 1e-4
		{[halves]int{0, 2}, [halves]uint64{0, 10_000}, (2.5 / 30_000) / (2.5/30_000 + 0.5/20_000)},
		// searching: 3.5/50000; solving: (1.4+0.5)/(7000+20000)
		{[halves]int{3, 0}, [halves]uint64{30_000, 0}, (1.9 / 27_000) / (1.9/27_000 + 3.5/50_000)},
		// searching: (2.1+0.5)/(21000+980000+20000), solving: (0.98+10+0.5)/(4900+1100+20000): above the ceiling
		{[halves]int{0, 10}, [halves]uint64{980_000, 1_100}, 1 - banditFloor},
		// solving: (0.7*10.98+0.5)/(0.7*6000+2000000+20000): below the floor
		{[halves]int{500, 0}, [halves]uint64{1_000, 2_000_000}, banditFloor},
	} {
		for half := range halves {
			b.learn(half, r.gain[half], r.work[half])
		}
		got := b.share(solving)
		if math.Abs(got-r.want) > 1e-12 {
			t.Errorf("round %d: the share of solving is %v, want %v", i, got, r.want)
		}
		if other := b.share(searching); math.Abs(got+other-1) > 1e-12 {
			t.Errorf("round %d: the shares are %v and %v", i, got, other)
		}
	}
}

func TestBanditBeside(t *testing.T) {
	var b bandit
	if got := b.beside(solving, 1_000); got != 1_000 {
		t.Errorf("with equal shares %d", got)
	}
	b.learn(solving, 1_000, 1)
	if got := b.beside(solving, 3_000); got != 17_000 { // 0.85 to 0.15
		t.Errorf("with the greatest share %d", got)
	}
	if got := b.beside(searching, 17_000); got != 3_000 {
		t.Errorf("with the least share %d", got)
	}
}
