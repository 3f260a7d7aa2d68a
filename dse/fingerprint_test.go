package dse

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/term"
)

// lists has the list a in slots 0 to 6, its length first, and b in 7 to 13.
func lists(slot int32) int {
	switch slot {
	case 0, 7:
		return int(slot)
	}
	return 1 + int(slot)/7*7
}

func printOf(clauses ...*term.Term) (f fingerprint) {
	for _, c := range clauses {
		f.add(newDigester(lists).digest(c))
	}
	return f
}

// TestThreeClauses is the paper's example (section 4.2 and Figure 5): a[0] > 6, b[2] > 3, a[5] > 6.
func TestThreeClauses(t *testing.T) {
	b := atoms{term.NewBuilder()}
	x, y, z := b.compare(b.slot(1), term.GT, 6), b.compare(b.slot(10), term.GT, 3), b.compare(b.slot(6), term.GT, 6)
	px, py, pz := printOf(x), printOf(y), printOf(z)
	all := printOf(x, y, z)
	if px[0] != pz[0] || bits.OnesCount64(px[0]) != 3 || bits.OnesCount64(py[0]) != 3 || px[0]&py[0] != 0 || all[0] != px[0]|py[0] {
		t.Errorf("first rows %x, %x, %x of %x", px[0], py[0], pz[0], all[0])
	}
	for i := range all {
		if all[i] != px[i]|py[i]|pz[i] || all[i]&^all[0] != 0 {
			t.Errorf("row %d: %x", i, all[i])
		}
	}
	if px == pz {
		t.Error("the concrete clauses are the same")
	}
	if like, unlike := px.similarity(&pz), px.similarity(&py); like < 0.3 || unlike != 0 {
		t.Errorf("similarities %v and %v", like, unlike)
	}
	want := fingerprint{
		0x800000c800000006, 0, 0x4000000000, 0x4, 0, 0, 0x8000004000000002, 0,
		0, 0, 0x800000004, 0, 0x8000000000, 0, 0, 0,
	}
	if all != want { // in each process
		t.Errorf("%#v", all)
	}
}

// TestAbstract: what is equal but for numbers and indices is equal in the first row, and
// other clauses are not.
func TestAbstract(t *testing.T) {
	b := atoms{term.NewBuilder()}
	sum := func(i, j int) *term.Term { return b.Binary(term.Add, b.slot(i), b.slot(j)) }
	for _, class := range [][]*term.Term{
		{b.compare(b.slot(1), term.GT, 6), b.compare(b.slot(2), term.GT, -7)},
		{b.compare(b.slot(1), term.LT, 6), b.compare(b.slot(2), term.LT, 6)},
		{b.compare(b.slot(8), term.GT, 6), b.compare(b.slot(9), term.GT, 6)},
		{b.compare(b.slot(0), term.GT, 6), b.compare(b.slot(0), term.GT, 5)},
		{b.compare(sum(1, 9), term.GT, 6), b.compare(sum(10, 2), term.GT, 0)},
		{b.Compare(term.GT, b.slot(1), b.slot(9)), b.Compare(term.GT, b.slot(2), b.slot(8))},
		{b.Compare(term.GT, b.slot(9), b.slot(1))},
	} {
		of := newDigester(lists).digest(class[0])
		for _, c := range class[1:] {
			if d := newDigester(lists).digest(c); d.abstract != of.abstract || d.concrete == of.concrete {
				t.Errorf("%v and %v: %x, %x", class[0], c, of, d)
			}
		}
		if n := seenAbstract[of.abstract]; n != nil {
			t.Errorf("%v and %v are the same", n, class[0])
		}
		seenAbstract[of.abstract] = class[0]
	}
}

var seenAbstract = map[uint64]*term.Term{}

func drawPrint(t *rapid.T, name string) (f fingerprint) {
	small := rapid.Uint64Range(0, 5)
	for range rapid.IntRange(0, 6).Draw(t, name) {
		f.add(digest{small.Draw(t, "abstract"), small.Draw(t, "concrete")})
	}
	return f
}

// TestSimilarityLaws: it is symmetric and from 0 to 1, 1 for just the equal; and what has more
// of the same clauses is not less similar.
func TestSimilarityLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, g, h := drawPrint(t, "f"), drawPrint(t, "g"), drawPrint(t, "h")
		s := f.similarity(&g)
		if s != g.similarity(&f) || s < 0 || s > 1 || (s == 1) != (f == g) || f.similarity(&f) != 1 {
			t.Fatalf("%v", s)
		}
		both, more := f, g
		for i := range h {
			both[i] |= h[i]
			more[i] |= h[i]
		}
		if both.similarity(&more) < s {
			t.Fatalf("%v with more in common than %v", both.similarity(&more), s)
		}
		d := digest{rapid.Uint64().Draw(t, "abstract"), rapid.Uint64().Draw(t, "concrete")}
		once := f
		once.add(d)
		twice := once
		if twice.add(d); once != twice {
			t.Fatal("a clause counts twice")
		}
		for _, row := range once {
			if row&^once[0] != 0 {
				t.Fatal("a concrete clause is in a column of no abstract one")
			}
		}
	})
}
