package lang

import "errors"

func Defer(n int) (r int) {
	defer func() { r *= 2 }()
	for i := range 3 {
		defer func(k int) { r += k * i }(n)
	}
	return n
}

func Recover(a []int, i int) (r int, text string) {
	defer func() {
		if e := recover(); e != nil {
			r = -1
			text = e.(error).Error()
		}
	}()
	return a[i], "fine"
}

func Repanic(n int8) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r = e.(int) + 1000
		}
	}()
	defer func() {
		if e := recover(); e != nil {
			panic(e.(int) + 1)
		}
	}()
	if n > 0 {
		panic(int(n))
	}
	return int(n)
}

func PanicInDefer(b bool) string {
	defer func() {
		if b {
			panic("second")
		}
	}()
	panic("first")
}

func PanicValue(k uint8) int {
	switch k % 6 {
	case 0:
		panic("text")
	case 1:
		panic(errors.New("an error"))
	case 2:
		panic(42)
	case 3:
		panic(2.5)
	case 4:
		var m map[string]int
		m["x"] = 1
	}
	return int(k)
}

func Nested2(n int8) (log string) {
	defer func() {
		log += "a"
		recover()
	}()
	func() {
		defer func() { log += "b" }()
		defer func() {
			if n > 3 {
				recover()
				log += "c"
			}
		}()
		if n > 0 {
			var p *point
			p.x = 1
		}
		log += "d"
	}()
	log += "e"
	return log
}

func NotRecovered(n int) int {
	defer recover()
	defer func() { func() { recover() }() }()
	return 10 / n
}

func Divide(a, b int) int { return a / b }

func Labels(n uint8) (c int) {
outer:
	for i := range int(n % 16) {
		for j := range 5 {
			switch {
			case j == 3:
				continue outer
			case i > 10:
				break outer
			case i == j:
				continue
			}
			c += i + j
		}
	}
	goto end
end:
	return c
}

func Switches(n int, s string) (string, int) {
	out := ""
	switch n {
	case 1, 2:
		out = "low"
	case 5:
		out = "five"
		fallthrough
	case 6:
		out += "six"
	default:
		out = "other"
	}
	k := 0
	switch s {
	case "a":
		k = 1
	case "", "b":
		k = 2
	}
	switch x := n & 3; {
	case x == 0:
		k += 10
	case x < 2:
		k += 20
	}
	return out, k
}

func RangeString(s string) (n, sum int) {
	for i, r := range s {
		n++
		sum += i * int(r)
	}
	for range s {
		n++
	}
	return
}

func Runes(s string, r rune) ([]rune, string, string, int) {
	rs := []rune(s)
	return rs, string(rs), string(r), len(s)
}

func Maps(keys []int8, probe int8) (int, int, bool, int) {
	m := map[int8]int{}
	for i, k := range keys {
		m[k] += i + 1
	}
	v, ok := m[probe]
	delete(m, 3)
	sum := 0
	for k, v := range m {
		sum += int(k) * v
	}
	for k := range m {
		delete(m, k)
	}
	return v, sum, ok, len(m)
}

type key struct {
	s string
	n int
}

func StructKeys(a, b string, n int) (int, bool) {
	m := map[key][]int{{a, n}: {1}}
	m[key{b, n}] = append(m[key{b, n}], 2, 3)
	ia := map[any]int{a: 1, n: 2, key{a, n}: 3}
	ia[b]++
	_, ok := ia[key{b, n}]
	return len(m[key{a, n}])*10 + ia[any(a)], ok
}

func FloatKeys(x, y float64) (int, float64) {
	m := map[float64]float64{x: 1}
	m[y] += 2
	return len(m), m[x]
}

func Unhashable(b bool) int {
	m := map[any]int{}
	if b {
		m[[]int{1}]++
	}
	return len(m)
}

func Iterators(n uint8) (out []int) {
	squares := func(yield func(int, int) bool) {
		for i := range int(n % 10) {
			if !yield(i, i*i) {
				return
			}
		}
	}
	for i, x := range squares {
		if i == 2 {
			continue
		}
		if x > 30 {
			break
		}
		defer func() { out = append(out, -x) }()
		out = append(out, x)
	}
	return out
}

func IteratorReturn(n uint8) int {
	for x := range func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	} {
		if x*x > int(n) {
			return x
		}
	}
	return -1
}

func Fib(n uint8) int {
	if n %= 12; n < 2 {
		return int(n)
	}
	return Fib(n-1) + Fib(n-2)
}

func Closures(n int) (int, int) {
	var fs []func(int) int
	for i := range 3 {
		fs = append(fs, func(x int) int { n += i; return x*i + n })
	}
	total := 0
	for _, f := range fs {
		total += f(10)
	}
	return total, n
}

func Variadic(a ...int) int { return len(a) + sum(a...) + sum(1, 2) + sum() }

func sum(xs ...int) (s int) {
	for _, x := range xs {
		s += x
	}
	return
}
