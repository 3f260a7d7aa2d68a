package subject

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"text/tabwriter"
)

var (
	counter  int
	constant = []int{1, 2, 3}
	list     = []int{3, 1, 2}
	shared   = list[:2]
	grid     = [][]string{{"a", "b"}, nil, {"c"}}
	cache    = map[string][]int{"one": {1}}
	root     = &node{val: 7, next: &node{val: 8}}
	array    [4]word
	lockedIn = struct {
		mu sync.Mutex
		n  int
		m  map[int]int
	}{n: 1}
	total    atomic.Int64
	once     sync.Once
	filled   []string
	ready    bool
	lazy     = sync.OnceValue(func() int { ready = true; return 1 })
	writer   tabwriter.Writer
	Limit    = 10
	quiet    bool
	table2   = map[name]place{"x": root}
	function = func() int { return counter }
)

var (
	readOnly  = [4]int{1, 2, 3, 4}
	looked    = []int{5, 6}
	passed    = []int{7, 8}
	through   = []int{9}
	pointed   = &target
	target    = node{val: 1}
	reachable = &node{val: 2}
)

func pick(i int) int {
	p := &readOnly
	if l := looked; len(l) > i && !slices.Contains(looked, i) && slices.Max(looked) > 5 {
		return l[i] + p[i]
	}
	return p[0]
}

func scribble(list []int, n int) { list[0] = n }

func poke(n *node) { n.val = 99 }

// Aliases changes variables by other names.
func Aliases(n int) int {
	before := passed[0] + through[0] + int(target.val) + int(reachable.val) + pick(1)
	scribble(passed, n)
	t := through
	t[0] = n
	poke(pointed)
	poke(reachable)
	pointed = nil
	return before
}

// Touch changes everything there is.
func Touch(n int) int {
	counter += n
	sort.Ints(list)
	list = append(list, n)
	grid[0][1] = "z"
	grid[1] = []string{"new"}
	cache["one"][0] = n
	cache["two"] = nil
	root.next = nil
	root.val++
	root = nil
	p := &array
	p[2] = 9
	lockedIn.mu.Lock()
	lockedIn.n++
	lockedIn.m = map[int]int{1: 2}
	lockedIn.mu.Unlock()
	total.Add(1)
	once.Do(fill)
	writer.Flush()
	table2["y"] = nil
	function = nil
	return Digest()
}

func fill() { filled = append(filled, "once") }

// Digest mixes everything there is.
func Digest() int {
	d := counter + constant[0] + len(filled)*0
	for i, x := range list {
		d = d*31 + x + i
	}
	for i, x := range shared {
		d = d*31 + x + i
	}
	for _, row := range grid {
		for _, s := range row {
			d = d*31 + len(s) + int(s[0])
		}
		d++
	}
	d = d*31 + len(cache)*7 + cache["one"][0] + len(table2)
	if root != nil {
		d = d*31 + int(root.val)
		if root.next != nil {
			d = d*31 + int(root.next.val)
		}
	}
	d = d*31 + int(array[2]) + int(total.Load()) + lockedIn.n + len(lockedIn.m)
	if function != nil {
		d += function()
	}
	return d
}

// Quiet reads what others may have set.
func Quiet(n int) bool { return quiet || n > Limit }
