package third

import (
	"math/rand"
	"slices"
	"testing"

	"nearmiss/subjects/fitnex/list"
)

func TestWitnesses(t *testing.T) {
	witnesses := []struct {
		name  string
		reach bool
	}{
		{"Darts", Darts([]int{60, 41, 60, 60, 1, 40})},
		{"Jumps", Jumps([]int{3, 3, 4, -2, -2, 3, -1, 0})},
		{"Blackjack", Blackjack([]int{1, 2, 2, 2, 2, 2})},
		{"Drawdown", Drawdown([]int{100, 101, 102, 103, 104, 105, 80, 101})},
		{"Plate", Plate("ABC-9900")},
		{"Caesar", Caesar("exxego", 4)},
		{"CamelCase", CamelCase("goToMyHome")},
		{"Vowels", Vowels("abecidofu")},
		{"Password", Password("Ab1Cd2!3?")},
		{"Path", Path("/a/../b/c/go")},
		{"Morse", Morse("... --- ...")},
		{"Formula", Formula("C2H6O")},
		{"Float", Float("-1.250e-12")},
		{"Logic", Logic("T&(F|!F)&T")},
		{"Tennis", Tennis("ababababbb")},
		{"Editor", Editor([]byte("^n^a^n^x<x<"))},
		{"Handshake", Handshake([]byte("saddaafsadaf"))},
		{"Thermostat", Thermostat([]int{15, 20, 25, 15, 20, 25, 15, 20, 20, 25})},
		{"Robot", Robot("RFFLFFFL")},
		{"Mountain", Mountain([]int{1, 2, 3, 4, 5, 9, 5, 3, 1})},
		{"Cache", Cache([]int{1, 2, 3, 1, 2, 3, 4, 5, 6, 6})},
		{"Poker", Poker([]int{12, 25, 38, 0, 13})},
		{"Tree", Tree([]int{-1, 0, 1, 2, 3, 0, 0, 0})},
		{"Bits", Bits(1364)},
		{"Divisors", Divisors(315)},
		{"Fibonacci", Fibonacci(4, 36)},
		{"Tax", Tax(92000, 3)},
		{"Queens", Queens([]int{1, 3, 5, 0, 2, 4})},
		{"Islands", Islands([]byte("##.#...###.#"))},
		{"Subsequences", Subsequences([]int{1, 2, 3, 4, 9, 8, 7, 7})},
	}
	var names, want []string
	for _, w := range witnesses {
		names = append(names, w.name)
		if !w.reach {
			t.Errorf("%s does not reach its target", w.name)
		}
	}
	for _, s := range list.Third() {
		want = append(want, s.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("tested are %q", names)
	}
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and
// none changes its input.
func TestNoPanics(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	alphabets := []string{"/.go", ".- ", "HCNO12", "-1.e2", "TF!&|()", "ab", "^<na", "sadf", "LRF", "#.", "aB1?", "ABC-09", "aeioubc", "\x00\xff\xc3é"}
	number := func() int {
		switch r.Intn(8) {
		case 0:
			return int(r.Uint64())
		case 1:
			return r.Intn(100_000)
		case 2:
			return 1<<63 - 1
		case 3:
			return -1 << 63
		}
		return r.Intn(60) - 3
	}
	reached := 0
	for range 20_000 {
		a := make([]int, r.Intn(14))
		for i := range a {
			if a[i] = r.Intn(16) - 2; r.Intn(30) == 0 {
				a[i] = number()
			}
		}
		alphabet := alphabets[r.Intn(len(alphabets))]
		text := make([]byte, r.Intn(14))
		for i := range text {
			text[i] = alphabet[r.Intn(len(alphabet))]
		}
		list, bytes := slices.Clone(a), slices.Clone(text)
		n, m := number(), number()
		got := []bool{Caesar(string(text), n), Bits(n), Divisors(n), Fibonacci(n, m), Tax(n, m)}
		for _, f := range []func([]int) bool{Darts, Jumps, Blackjack, Drawdown, Thermostat, Mountain, Cache, Poker, Tree, Queens, Subsequences} {
			got = append(got, f(a))
		}
		for _, f := range []func(string) bool{Plate, CamelCase, Vowels, Password, Path, Morse, Formula, Float, Logic, Tennis, Robot} {
			got = append(got, f(string(text)))
		}
		for _, f := range []func([]byte) bool{Editor, Handshake, Islands} {
			got = append(got, f(text))
		}
		for _, g := range got {
			if g {
				reached++
			}
		}
		if !slices.Equal(a, list) || !slices.Equal(text, bytes) {
			t.Fatalf("%v %q became %v %q", list, bytes, a, text)
		}
	}
	t.Log(reached)
}
