package effects

import (
	"strings"
	"testing"
)

// Of a function whose last condition stands in X, which outcomes of it are
// proved infeasible, and why.
var table = []struct {
	name, body, want string
}{
	{"byte", "return u8 > 255", "T: u8 is from 0 to 255"},
	{"byte, feasible", "return u8 > 254", ""},
	{"int8", "return int(i8) >= -128", "F: int(i8) is from -128 to 127"},
	{"unsigned", "return u < 0", "T: u is from 0 to 18446744073709551615"},
	{"unsigned, feasible", "return u <= 0", ""},
	{"mask", "return n&15 > 15", "T: n & 15 is from 0 to 15"},
	{"mask, feasible", "return n&15 > 14", ""},
	{"mask of the sign", "return n&-16 > -1", ""},
	{"rest", "return n%4 >= 4 ", "T: n % 4 is from -3 to 3"},
	{"rest, below", "return n%4 < -3", "T: n % 4 is from -3 to 3"},
	{"rest, feasible", "return n%4 == -3", ""},
	{"rest of unsigned", "return u%4 > 3", "T: u % 4 is from 0 to 3"},
	{"shift", "return u>>60 > 15", "T: u >> 60 is from 0 to 15"},
	{"shift, feasible", "return u>>60 > 14", ""},
	{"wraps", "u8 += 200; return u8 < 200", ""},
	{"sum of narrow", "return int(u8)+int(u8) > 510", "T: int(u8) + int(u8) is from 0 to 510"},
	{"sum wraps", "return u8+u8 < u8", ""},
	{"half", "return u8/2 > 127", "T: u8 / 2 is from 0 to 127"},
	{"least by minus one", "return i8/-1 < -127", ""},
	{"length", "return len(s) < 0", "T: len(s) is from 0 to 9223372036854775807"},
	{"capacity", "return cap(b) < 0", "T: cap(b) is from 0 to 9223372036854775807"},
	{"byte of a string", "return int(s[0]) > 255", "T: int(s[0]) is from 0 to 255"},
	{"rune of a string", "for _, r := range s { return r > 0x10ffff }; return false", "T: r is from 0 to 1114111"},
	{"rune of a string, feasible", "for _, r := range s { return r > 0x10fffe }; return false", ""},
	{"behind a return", "if n < 0 { return true }; return n < 0", "T: n is from 0 to 9223372036854775807"},
	{"behind a return, changed", "if n < 0 { return true }; n--; return n < 0", ""},
	{"behind a return, by a closure", "f := func() { n = -1 }; if n < 0 { return true }; f(); return n < 0", ""},
	{"behind a return, by a pointer", "p := &n; if n < 0 { return true }; *p = -1; return n < 0", ""},
	{"behind a return, by a method", "c := count(n); if c < 0 { return true }; c.drop(); return c < 0", ""},
	{"both sides", "if n < 3 { n = 3 }; if n > 7 { n = 7 }; return n == 8", "T: n is from 3 to 7"},
	{"both sides, feasible", "if n < 3 { n = 3 }; if n > 7 { n = 7 }; return n == 7", ""},
	{"empty", `if s == "" { return true }; return len(s) == 0`, ""},
	{"length known", "if len(s) == 0 { return true }; return len(s) < 1", "T: len(s) is from 1 to 9223372036854775807"},
	{"length of another", "if len(s) == 0 { return true }; s = s[1:]; return len(s) < 1", ""},
	{"made", "b = make([]byte, 4); return len(b) == 4", "F: len(b) is always 4"},
	{"appended", "b = append(b, 1, 2); return len(b) < 2", "T: len(b) is from 2 to 9223372036854775807"},
	{"loop", "for i := 0; i < n; i++ { if u8 > 3 { return i < 0 } }; return false", "T: i is from 0 to 9223372036854775806"},
	{"loop down", "for i := 10; i >= 0; i-- { if u8 > 3 { return i > 10 } }; return false", "T: i is from 0 to 10"},
	{"loop to a constant", "i := 0; for i < 10 { i++ }; return i == 10", "F: i is always 10"},
	{"loop by steps", "i := 0; for i < 10 { i += 3 }; return i > 12", "T: i is from 10 to 12"},
	{"loop with a leap", "i := 0; for i < 10 { i += n }; return i > 12", ""},
	{"range of integers", "for i := range 10 { if ok { return i > 9 } }; return false", "T: i is from 0 to 9"},
	{"range of a slice", "for i := range b { if ok { return i < 0 } }; return false", "T: i is from 0 to 9223372036854775806"},
	{"range that is changed", "for i := range b { i -= 1; if ok { return i < 0 } }; return false", ""},
	{"range of a map", "for i := range map[int]int{-1: 1} { if ok { return i < 0 } }; return false", ""},
	{"switch", "switch n { case 1, 2: default: return n == 0 }; return false", ""},
	{"switch at the ends", "m := u8 & 1; switch m { case 0: case 1: default: return ok || n == 1 }; return false", "TF: behind"},
	{"switch twice", "switch { case u8 > 3: return false; case u8 > 7: return n == 1 }; return false", "TF: behind"},
	{"truth", "ok = false; for n > 0 { n-- }; if ok { return n == 3 }; return false", "TF: behind"},
	{"truth, feasible", "ok = false; for n > 0 { n--; ok = true }; if ok { return n == 3 }; return false", "T: n is from -9223372036854775808 to 0"},
	{"address", "return &n == nil", "T: &n is never nil"},
	{"literal", "p := &struct{}{}; return p == nil", "T: p is never nil"},
	{"new", "p := new(int); if ok { p = &n }; return p != nil", "F: p is never nil"},
	{"maybe", "p := new(int); if ok { p = nil }; return p != nil", ""},
	{"make", "return make(map[int]int) == nil", "T: make(map[int]int) is never nil"},
	{"error", "var err error = errors.New(s); return err != nil", "F: err is never nil"},
	{"error of nil", "var p *fault; var err error = p; return err == nil", "T: err is never nil"},
	{"zero", "var err error; for n > 3 { n-- }; return err != nil", "T: err is always nil"},
	{"found", "var err error; for n > 3 { n--; err = find(n) }; return err != nil", ""},
	{"behind nil", "if b != nil { return true }; return len(b) == 0", "F: len(b) is always 0"},
	{"negative zero value", "var m int; return m-1 >= 0", "T: m - 1 is always -1"},
	{"jump", "m := 1\nL: if m > 5 { return m == 7 }; m++; goto L", "T: m is always 6"},
	{"two ways", "m := 1; if ok { m = 5 }; return m == 6", "T: m is from 1 to 5"},
	{"exchange", "m, k := 1, 9; m, k = k, m; return m == 9 && k == 9", "T: k is always 1"},
	{"literal of its own", "return func(m int) bool { if m < 3 { return true }; return m < 2 }(n)", "T: m is from 3 to 9223372036854775807"},
	{"literal in dead code", "if u8 > 255 { return func() bool { return n == 1 }() }; return false", "TF: behind"},
	{"deferred", "m := 1; defer func() { m = 2 }(); return m == 2", ""},
	{"named result", "r = 3; return r > 3", "T: r is always 3"},
	{"interface first", "switch any(n).(type) { case any: return false; case int: return ok || n == 3 }; return false", "TF: behind"},
	{"method set first", "switch find(n).(type) { case error: return false; case *fault: return ok || n == 3 }; return false", "TF: behind"},
	{"types apart", "switch find(n).(type) { case interface{ Timeout() bool }: return false; case *fault: return ok || n == 3 }; return false", ""},
}

const frame = `package x

import "errors"

type fault struct{}

func (*fault) Error() string { return "" }

type count int

func (c *count) drop() { *c = -1 }

func find(n int) error { if n == 4 { return errors.New("four") }; return nil }

func f(n int, u uint64, u8 uint8, i8 int8, s string, b []byte, ok bool) (_ bool) { %BODY% }
func g() error { return errors.New("") }
`

func TestTable(t *testing.T) {
	for _, c := range table {
		body := c.body
		src := strings.Replace(frame, "%BODY%", body, 1)
		if strings.Contains(body, "r = 3") {
			src = strings.Replace(src, "(_ bool) { r = 3; return r > 3 }", "(r int) { r = 3; if r > 3 { r = 4 }; return r }", 1)
		}
		p := buildGraph(t, src)
		proofs := Infeasible(p)
		fn := p.Func("f")
		last := fn.Conds[len(fn.Conds)-1]
		got := ""
		for _, outcome := range []bool{true, false} {
			if why, ok := proofs[last.Branch(outcome)]; ok {
				if strings.HasPrefix(why, "it lies behind") {
					why = "behind"
				}
				got = map[bool]string{true: "T", false: "F"}[outcome] + strings.TrimSuffix(got, ": "+why) + ": " + why
			}
		}
		if got = strings.Replace(got, "FT: ", "TF: ", 1); got != c.want {
			t.Errorf("%s: %s\n got %q\nwant %q", c.name, body, got, c.want)
		}
	}
}
