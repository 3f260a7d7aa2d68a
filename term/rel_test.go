package term

import (
	"go/token"
	"testing"

	"nearmiss/internal/probe"
)

// TestRelOf checks that RelOf maps comparison operators to relations, and no other operators.
func TestRelOf(t *testing.T) {
	compare := 0
	for op := range token.Token(100) {
		r, ok := RelOf(op)
		if !ok {
			continue
		}
		compare++
		if r.String() != op.String() || r.Token() != op {
			t.Errorf("%v is %v, and that %v", op, r, r.Token())
		}
	}
	if compare != len(rels) {
		t.Errorf("%d operators compare", compare)
	}
}

// TestTwin checks that package probe has the same relations: the distance is 0 where the
// relation holds, and negations are the same.
func TestTwin(t *testing.T) {
	twins := map[Rel]probe.Rel{EQ: probe.EQ, NE: probe.NE, LT: probe.LT, LE: probe.LE, GT: probe.GT, GE: probe.GE}
	if len(twins) != len(rels) {
		t.Errorf("%d of %d relations", len(twins), len(rels))
	}
	for r, twin := range twins {
		if uint8(r) != uint8(twin) || uint8(r.Negate()) != uint8(twin.Negate()) {
			t.Errorf("%v is %d and %d, negated %d and %d", r, r, twin, r.Negate(), twin.Negate())
		}
		for _, y := range []uint64{1, 2, 3} {
			if got, want := holds(r, Unsigned(8), 2, y), probe.DistU(twin, 2, y) == 0; got != want {
				t.Errorf("2 %v %d: %v and %v", r, y, got, want)
			}
		}
	}
}
