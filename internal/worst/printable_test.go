package worst

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
	"nearmiss/term"
)

func TestPrintableText(t *testing.T) {
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "s", Type: text}}}
	sh, err := subject.ShapeOf(sig, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := term.NewBuilder()
	char := func(i int) *term.Term { return b.Slot(i, term.Unsigned(8), false) }
	num := func(n uint64) *term.Term { return b.Int(term.Unsigned(8), n) }
	rises := []clause{b.Compare(term.LT, char(1), char(2)), b.Compare(term.LT, char(2), char(3))}
	for _, c := range []struct {
		condition  []clause
		give, want string
	}{
		{rises, "\x00\x01\x02\x00", "abca"},
		{nil, "\x00x\x00\x80", "axab"},
		{[]clause{b.Compare(term.NE, char(1), num('a'))}, "\x00xyz", "bxyz"},
		{[]clause{b.Compare(term.GE, char(1), num(0x80))}, "\x80\x00yz", "\x80ayz"},
		{[]clause{b.Compare(term.LT, char(1), num('B')), b.Compare(term.LT, char(1), char(2))}, "\x00\x01yz", "AByz"},
		{[]clause{b.Compare(term.EQ, char(1), num(' '))}, " \n\n\n", " aaa"},
		{nil, "flat", "flat"},
	} {
		v := input.Vector{4}
		for i := range 4 {
			v = append(v, uint64(c.give[i]))
		}
		got := ""
		for _, w := range printableText(v, sh.Vars, &symexec.Path{Condition: c.condition})[1:] {
			got += string([]byte{byte(w)})
		}
		if got != c.want {
			t.Errorf("%q becomes %q, want %q", c.give, got, c.want)
		}
	}
}
