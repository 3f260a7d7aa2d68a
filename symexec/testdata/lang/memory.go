package lang

type point struct{ x, y int }

type box struct {
	name string
	at   [2]point
	next *box
	any  interface{}
	list []point
}

func Structs(x, y int) (point, int, bool) {
	p := point{x, y}
	q := p
	q.x++
	r := &p
	r.y = q.x
	return p, q.x + r.y, p == q
}

func Nested(n uint8, s string) (int, string, bool) {
	b := &box{name: s, any: int(n)}
	b.next = &box{at: [2]point{{1, 2}, {3, int(n)}}, list: []point{{5, 6}}}
	c := *b
	c.next.at[1].x += 10
	c.name += "!"
	b.next.list[0].y = 9
	i, ok := c.any.(int)
	return i + b.next.at[1].x + b.next.at[n%2].y + c.next.list[0].y, c.name, ok && b.next == c.next
}

func NilDeref(b bool) int {
	var p *point
	if b {
		p = new(point)
	}
	return p.x
}

func Arrays(i uint8, a [4]int16) (int16, [4]int16, bool) {
	b := a
	b[i%4] = 7
	for j := range b {
		b[j] += int16(j)
	}
	pa := &b
	pa[3]--
	return b[i&3], *pa, a == b
}

func Matrix(n uint8) (sum int) {
	var m [3][4]int
	for i := range m {
		for j := range m[i] {
			m[i][j] = i*int(n) + j
		}
	}
	t := m
	t[1] = m[2]
	for _, row := range t {
		for _, x := range row {
			sum += x
		}
	}
	return sum + len(m) + len(m[0])
}

func Index(a []int, i int) int { return a[i] }

func IndexByte(s string, i int8) byte { return s[i] }

func IndexArray(i int) int {
	a := [...]int{1, 2, 3, 5, 8}
	return a[i]
}

func Slice(a []int, i, j int) ([]int, int, int) {
	b := a[i:j]
	return b, len(b), cap(b)
}

func SliceFull(a []int, i, j, k uint8) ([]int, int) {
	b := a[i:j:k]
	return b, cap(b)
}

func SliceString(s string, i, j int) string { return s[i:j] }

func SliceFrom(s string, i int8) (string, string) { return s[i:], s[:i] }

func ToArray(a []int8) (x [3]int8, n int8) {
	x = [3]int8(a)
	p := (*[2]int8)(a)
	p[0]++
	return x, a[0]
}

func Append(a []int8, n uint8) ([]int8, int, int) {
	b := a
	for i := range n % 20 {
		b = append(b, int8(i))
	}
	b = append(b, a...)
	c := append([]int8(nil), b...)
	return c, len(b), cap(a)
}

func Bytes(s string) ([]byte, string, int) {
	b := []byte("<")
	b = append(b, s...)
	n := copy(b[1:], "ab")
	if len(b) > 2 {
		b[2] ^= 1
	}
	return b, string(b), n
}

func Alias(a []int) ([]int, []int) {
	if len(a) < 3 {
		return nil, a
	}
	b := a[1:3]
	b[0] = 100
	b = append(b, 200)
	copy(a[1:], a)
	return a, b
}

func Make(n, m int16) (int, int) {
	s := make([]uint16, n, m)
	return len(s), cap(s)
}

func Clear(a []int, m map[int]int) ([]int, int) {
	clear(a)
	clear(m)
	return a, len(m)
}

func Pointers(a, b *int) (*int, bool, int) {
	if a == nil || b == nil {
		return a, a == b, 0
	}
	c := a
	*c += 5
	pp := &c
	**pp = *b
	return *pp, c == a, *a
}

func Escapes(n int) (func() int, int) {
	x := n
	f := func() int { x++; return x }
	f()
	return nil, f() + x
}

func Zeroed(n uint8) (total int) {
	for range n % 8 {
		var p point
		p.x++
		total += p.x
		var q [2]point
		q[1].y++
		total += q[1].y + q[0].y
	}
	return
}

var global = []int{1, 2, 3}
var counter int

func Globals(n int) (int, int) {
	counter += n
	global[1] += n
	global = append(global, counter)
	return counter + len(global), global[1]
}

type tree struct {
	left, right *tree
	key         int
}

func (t *tree) insert(k int) *tree {
	if t == nil {
		return &tree{key: k}
	}
	switch {
	case k < t.key:
		t.left = t.left.insert(k)
	case k > t.key:
		t.right = t.right.insert(k)
	}
	return t
}

func (t *tree) walk(yield func(int) bool) bool {
	return t == nil || t.left.walk(yield) && yield(t.key) && t.right.walk(yield)
}

func Tree(keys []int8) (out []int) {
	var t *tree
	for _, k := range keys {
		t = t.insert(int(k))
	}
	t.walk(func(k int) bool {
		out = append(out, k)
		return len(out) < 4
	})
	return out
}
