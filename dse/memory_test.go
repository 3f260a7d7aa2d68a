package dse

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"nearmiss/symexec"
	"nearmiss/term"
)

// A longLoop has paths that leave a long one at one decision each, and go on for
// a few decisions of their own.
type longLoop struct {
	b       *term.Builder
	clauses [][2]*term.Term // by decision
	tail    int
	path    symexec.Path
}

func newLongLoop(length, tail int) *longLoop {
	l := &longLoop{b: term.NewBuilder(), tail: tail}
	for i := range length {
		c := l.b.Slot(i, term.BoolSort, false)
		l.clauses = append(l.clauses, [2]*term.Term{l.b.Not(c), c})
	}
	return l
}

// leave is the run that takes the true side of one decision, and false sides of
// all others. What it says is valid until the next call.
func (l *longLoop) leave(number, at int) *Run {
	p := &l.path
	p.Decisions, p.Condition = p.Decisions[:0], p.Condition[:0]
	for i := range min(at+1+l.tail, len(l.clauses)) {
		d := symexec.Decision{Site: symexec.Site{Cond: i % 5}, Side: i == at, Clause: l.clauses[i][index(i == at)], At: i, Context: 1}
		p.Decisions, p.Condition = append(p.Decisions, d), append(p.Condition, d.Clause)
	}
	return &Run{Number: number, Path: p}
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLongPaths asserts that paths share what they have in common: a tree of
// many long ones has the nodes of one, and of what each has of its own, and takes
// some memory for a node and none for a decision that was known.
func TestLongPaths(t *testing.T) {
	const length, tail, paths = 50_000, 20, 40
	l := newLongLoop(length, tail)
	tr := newTree(l.b, DefaultNodes)
	want := length
	r := l.leave(0, length)
	if bytes := allocated(func() { tr.merge(r, nil) }); len(tr.all) != want || bytes > 200*length {
		t.Fatalf("one path of %d decisions: %d nodes, %d bytes", length, len(tr.all), bytes)
	}
	if bytes := allocated(func() { tr.merge(l.leave(1, length), nil) }); len(tr.all) != want || bytes > 2048 {
		t.Errorf("the same path again: %d nodes, %d bytes more", len(tr.all)-want, bytes)
	}
	sum := uint64(0)
	for i := range paths {
		r := l.leave(2+i, length-1-tail-i*length/(2*paths))
		sum += allocated(func() { tr.merge(r, nil) })
		if want += tail; len(tr.all) != want {
			t.Fatalf("path %d: %d nodes, not %d", i, len(tr.all), want)
		}
	}
	if sum > 25_000*paths {
		t.Errorf("%d bytes for %d paths", sum, paths)
	}
	if size := unsafe.Sizeof(Node{}); size > 128 {
		t.Errorf("a node has %d bytes", size)
	}
}

// BenchmarkLongPaths puts 1000 paths of a loop of 10^5 decisions into a tree with
// a strategy, and reports the bytes that stay, for each node.
func BenchmarkLongPaths(b *testing.B) {
	const length, tail, paths = 100_000, 20, 1000
	for _, name := range []string{"auto", "pex", "pex-without-fitnex", "random", "bfs", "dfs", "fitnex"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				l := newLongLoop(length, tail)
				l.leave(0, length)
				held := inUse()
				tr := newTree(l.b, DefaultNodes)
				f := ByName(name)(&World{Rand: rand.New(rand.NewPCG(1, 2))})
				for i := range paths {
					r := l.leave(i, length-1-tail-i*50)
					fresh, met := tr.merge(r, nil)
					for _, n := range met {
						f.Exhausted(n)
					}
					announced(f, fresh)
					f.Ran(r)
				}
				b.ReportMetric(float64(inUse()-held)/float64(len(tr.all)), "bytes/node")
				b.ReportMetric(float64(len(tr.all)), "nodes")
				runtime.KeepAlive(f)
			}
		})
	}
}

func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestSkip asserts that it is the same tree whether merging begins at the root or
// behind the prefix of the node that was flipped.
func TestSkip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length, tail := rapid.IntRange(2, 40).Draw(t, "length"), rapid.IntRange(0, 20).Draw(t, "tail")
		l := newLongLoop(length, tail)
		short, long := newTree(l.b, DefaultNodes), newTree(l.b, DefaultNodes)
		var flippable [2][]*Node
		for number := range rapid.IntRange(1, 12).Draw(t, "runs") {
			at := length // no decision is true
			var flipped [2]*Node
			if number > 0 && len(flippable[0]) > 0 {
				i := rapid.IntRange(0, len(flippable[0])-1).Draw(t, "node")
				flipped = [2]*Node{flippable[0][i], flippable[1][i]}
				at = flipped[0].Depth
			}
			for i, tr := range []*tree{short, long} {
				r := l.leave(number, at)
				r.Flipped = flipped[i]
				var prefix []*term.Term
				if i == 0 && r.Flipped != nil {
					prefix = tr.prefix(r.Flipped)
				}
				fresh, _ := tr.merge(r, prefix)
				for _, n := range fresh {
					if !n.Side && n.First.Number == 0 {
						flippable[i] = append(flippable[i], n)
					}
				}
			}
			compareTrees(t, short.root, long.root)
		}
	})
}

func compareTrees(t *rapid.T, a, b *Node) {
	if (a == nil) != (b == nil) {
		t.Fatal("a node is missing")
	}
	if a == nil {
		return
	}
	if a.Site != b.Site || a.Side != b.Side || a.Depth != b.Depth || a.Nth != b.Nth || a.other != b.other || a.numbers != b.numbers {
		t.Fatalf("%+v, not %+v", a, b)
	}
	for i := range a.next {
		compareTrees(t, a.next[i], b.next[i])
	}
}
