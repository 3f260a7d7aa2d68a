package wide

import "testing"

func TestTargets(t *testing.T) {
	for name, ok := range map[string]bool{
		"Pinned":         Pinned(1234, 1234) && !Pinned(1234, 1235),
		"PinnedUnsigned": PinnedUnsigned(0xdeadbeefcafe, 0xdeadbeefcafe) && !PinnedUnsigned(0, 0),
		"Chain":          Chain(-987654321, -987654321, -987654321) && !Chain(-987654321, -987654321, 0),
		"Offset":         Offset(1<<40+1001, 1<<40+1) && !Offset(1<<40+1000, 1<<40),
		"Between":        Between(4_000_000_000_000_001) && !Between(4_000_000_000_000_010),
		"Ordered":        Ordered(-1, 0, 1) && !Ordered(1, 1, 2),
	} {
		if !ok {
			t.Errorf("%s: the target is not where its comment says", name)
		}
	}
}
