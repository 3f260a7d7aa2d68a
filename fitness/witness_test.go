//lint:file-ignore U1000,S1000,SA4006,SA4023 the code is odd on purpose: it is what an analysis gets wrong

package fitness

// The functions of this file return true if a comparison with 77 holds, which
// is hard to see. TestWitnesses calls them so that it does.

type wNode struct {
	val  int
	next *wNode
	kids [2]int
}

type (
	wPair struct{ a, b int }
	wTwin struct{ a, b int }
)

func (p *wPair) set() { p.a = 77 }

type wOuter struct {
	in wPair
	p  *wPair
}

type wList[T any] struct {
	n    int
	next *wList[T]
}

func wLinkAlias(x, z, y *wNode) bool {
	if z.next.val == 1 {
		x.next = y
		return z.next.val == 77
	}
	return false
}

// wOwnLink is true where x.next is x: the assignment changes the pointer that it goes by.
func wOwnLink(x, y *wNode) bool {
	if y.val == 1 {
		x.next.next = y
		return x.next.next.val == 77
	}
	return false
}

func wPointerToPointer(p, q *wPair) bool {
	pp := &p
	if p.a == 1 {
		*pp = q
		return p.a == 77
	}
	return false
}

func wStructOfPointer(o, u *wOuter, p *wPair) bool {
	if o.p.a == 1 {
		*u = wOuter{p: p}
		return o.p.a == 77
	}
	return false
}

func wSliceOfPointers(ps []*wPair, q *wPair) bool {
	p := &ps[0]
	if (*p).a == 1 {
		ps[0] = q
		return (*p).a == 77
	}
	return false
}

func wConverted(p *wPair) bool {
	if t := (*wTwin)(p); p.a == 1 {
		t.a = 77
		return p.a == 77
	}
	return false
}

func wGeneric[T any](l, m *wList[T]) bool {
	if l.next.n == 1 {
		m.n = 77
		return l.next.n == 77
	}
	return false
}

func wRangeFunc(x int) bool {
	seq := func(yield func() bool) {
		x = 77
		yield()
	}
	if x == 1 {
		for range seq {
			return x == 77
		}
	}
	return false
}

func wRangeFuncAfter(x int) bool {
	seq := func(yield func() bool) {
		yield()
		x = 77
	}
	if x == 1 {
		for range seq {
			x = 1
			break
		}
		return x == 77
	}
	return false
}

func wGoroutine(x int) bool {
	start, done := make(chan int), make(chan int)
	go func() {
		<-start
		x = 77
		done <- 1
	}()
	x = 1
	start <- 1
	<-done
	return x == 77
}

func wStarted(start func(*int) chan int, x int) bool {
	c := start(&x)
	x = 1
	c <- 1
	select {
	case <-c:
	}
	return x == 77
}

func wRangeChannel(start func(*int) chan int, x int) bool {
	c := start(&x)
	x = 1
	c <- 1
	for range c {
		return x == 77
	}
	return false
}

func wClosure(p, q *wPair) bool {
	set := func() { p = q }
	if p.a == 1 {
		set()
		return p.a == 77
	}
	return false
}

func wNamedResult(x int) (taken bool) {
	r := 1
	defer func() {
		if r == 77 {
			taken = true
		}
	}()
	r = x
	return false
}

func wElement(a [3]int, i int) bool {
	if a[1] == 1 {
		a[i] = 77
		return a[1] == 77
	}
	return false
}

func wSliceOfArray(a [3]int) bool {
	s := a[:]
	if a[1] == 1 {
		s[1] = 77
		return a[1] == 77
	}
	return false
}

func wArrayByNode(x, y *wNode) bool {
	if x.kids[0] == 1 {
		y.kids[0] = 77
		return x.kids[0] == 77
	}
	return false
}

func wArrayBySlice(x *wNode) bool {
	s := x.kids[:]
	if x.kids[0] == 1 {
		s[0] = 77
		return x.kids[0] == 77
	}
	return false
}

func wElementByPointer(s []int) bool {
	p := &s[0]
	if s[0] == 1 {
		*p = 77
		return s[0] == 77
	}
	return false
}

func wAppend(s []int) bool {
	u := s[:0]
	if s[0] == 1 {
		u = append(u, 77)
		return s[0] == 77
	}
	return len(u) > 0
}

func wCopy(s, u []int) bool {
	if s[0] == 1 {
		copy(s, u)
		return s[0] == 77
	}
	return false
}

func wMap(m map[int]int) bool {
	if len(m) == 1 {
		u := m
		for i := range 77 {
			u[i] = i
		}
		return len(m) == 77
	}
	return false
}

func wBeyondLength(s []int) bool {
	if len(s) == 1 {
		s = s[:cap(s)]
		return len(s) == 77
	}
	return false
}

func wField(p *wPair) bool {
	if a := &p.a; p.a == 1 {
		*a = 77
		return p.a == 77
	}
	return false
}

func wInner(o wOuter) bool {
	if i := &o.in; o.in.a == 1 {
		i.a = 77
		return o.in.a == 77
	}
	return false
}

func wWhole(o wOuter, p wPair) bool {
	if o.in.a == 1 {
		o.in = p
		return o.in.a == 77
	}
	return false
}

func wOverflow(x int8) bool {
	if x > 70 {
		x += 100
		if x < 0 {
			y := -x
			return y == 77
		}
	}
	return false
}

func wUnsigned(x uint8) bool {
	if x < 20 {
		x -= 20
		return x-170 == 77
	}
	return false
}

func wConversion(x int) bool {
	if x > 1000 && int32(x) < 0 {
		return uint8(int16(x)) == 77
	}
	return false
}

func wNaN(f float64, x int) bool {
	if !(f < 1) && !(f > 0) && f != f {
		return x == 77
	}
	return false
}

func wZero(f float64, x int) bool {
	if f >= 0 && f <= 0 && 1/f < 0 {
		return x == 77
	}
	return false
}

func wSingle(f float32, x int) bool {
	if f == 0.1 && f > 0.1-0.00000001 {
		return x == 77
	}
	return false
}

func wShadowed(x int) bool {
	if x == 1 {
		if x := x + 76; x == 77 {
			return true
		}
	}
	return false
}

func wNested(n, m int) bool {
	x := 0
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			x++
			if x%7 == 3 {
				break
			}
		}
		if x == 77 {
			return true
		}
	}
	return false
}

func wGoto(n int) bool {
	x := 0
again:
	x++
	if x < n {
		goto again
	}
	return x == 77
}

func wLabelled(n int) bool {
	x := 0
outer:
	for i := range n {
		for j := 0; ; j++ {
			if j > i {
				continue outer
			}
			x++
			if x == 77 {
				return true
			}
		}
	}
	return false
}

func wRangeString(s string) bool {
	for i, r := range s {
		if i > 1 && r == 'x' {
			return i == 77
		}
	}
	return false
}

func wRangeRunes(s string) bool {
	for i := range s {
		if i > 0 {
			return i+74 == 77
		}
	}
	return false
}

func wRangeWrites(s []int) bool {
	for i, v := range s {
		s[1] = 77
		if i == 1 {
			return v == 77
		}
	}
	return false
}

func wRangeArray(a *[3]int) bool {
	for i, v := range a {
		a[1] = 77
		if i == 1 {
			return v == 77
		}
	}
	return false
}

func wRangeByte(n uint8) bool {
	for i := range n {
		if i == 77 {
			return true
		}
	}
	return false
}

func wTag(x int) bool {
	bump := func() int {
		x = 77
		return 3
	}
	switch x {
	case bump():
	case 1:
		return x == 77
	}
	return false
}

func wFallthrough(x int) bool {
	switch {
	case x == 1:
		x = 77
		fallthrough
	case x == 2:
		return x == 77
	}
	return false
}

func wTypeSwitch(vs []any) bool {
	seen := 0
	for _, v := range vs {
		switch n := v.(type) {
		case int:
			if n == 1 {
				seen++
				continue
			}
			return n == 77
		}
	}
	return false
}

func wLiteral(x int) bool {
	later := x > 0
	x = 1
	f := func() bool { return x == 77 }
	if later {
		x = 77
	}
	return f()
}

func wMethod(p wPair) bool {
	if p.a == 1 {
		p.set()
		return p.a == 77
	}
	return false
}

func wMethodValue(p wPair) bool {
	if f := p.set; p.a == 1 {
		f()
		return p.a == 77
	}
	return false
}

func wTypedNil(p *wPair) bool {
	x := 0
	if p == nil {
		var v any = p
		if v != nil {
			x = 77
		}
	}
	return x == 77
}

func wEmptyNotNil(s []int) bool {
	x := 0
	if s != nil {
		if s = s[:0]; s != nil {
			x = 77
		}
	}
	return x == 77
}

func wRecursive(n, x int) bool {
	if n == 0 {
		return x == 77
	}
	return wRecursive(n-1, 77)
}
