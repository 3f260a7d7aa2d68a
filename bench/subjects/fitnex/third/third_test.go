package third

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"
)

func reaches() []reach.Case {
	type ints = []int
	return []reach.Case{
		{Name: "Darts", Reach: Darts(ints{60, 41, 60, 60, 1, 40}), Near: []bool{Darts(ints{60, 41, 60, 60, 1, 41}), Darts(ints{60, 60, 60, 1, 40}), Darts(ints{60, 1, 60, 60, 60, 40, 0})}},
		{Name: "Jumps", Reach: Jumps(ints{3, 3, 4, -2, -2, 3, -1, 0}), Near: []bool{Jumps(ints{3, 3, 4, -2, -2, 4, -1, 0}), Jumps(ints{3, 3, 4, 2, 5, 3, -1, 3}), Jumps(ints{3, 3, 4, -2, -2, 3, -1})}},
		{Name: "Blackjack", Reach: Blackjack(ints{1, 2, 2, 2, 2, 2}), Near: []bool{Blackjack(ints{1, 2, 2, 2, 4}), Blackjack(ints{1, 2, 2, 2, 2, 3}), Blackjack(ints{1, 2, 2, 2, 2, 1})}},
		{Name: "Drawdown", Reach: Drawdown(ints{100, 101, 102, 103, 104, 105, 80, 101}), Near: []bool{Drawdown(ints{100, 101, 102, 103, 104, 105, 81, 101}), Drawdown(ints{100, 101, 102, 103, 104, 105, 80}), Drawdown(ints{100, 102, 103, 104, 105, 80, 101})}},
		{Name: "Plate", Reach: Plate("ABC-9900"), Near: []bool{Plate("ABC-4950"), Plate("ABC-9901"), Plate("ACB-9900"), Plate("ABC 9900")}},
		{Name: "Caesar", Reach: Caesar("exxego", 4), Near: []bool{Caesar("exxego", 5), Caesar("dwwdfn", 3), Caesar("exxegp", 4), Caesar("exxego", 30)}},
		{Name: "CamelCase", Reach: CamelCase("goToMyHome"), Near: []bool{CamelCase("goToHome"), CamelCase("goToMyHouse"), CamelCase("goToMHome"), CamelCase("GoToMyHome")}},
		{Name: "Vowels", Reach: Vowels("abecidofu"), Near: []bool{Vowels("abecidou"), Vowels("becidofu"), Vowels("abecdifou"), Vowels("ebacidofu")}},
		{Name: "Password", Reach: Password("Ab1Cd2!3?"), Near: []bool{Password("Ab1cd2!3?"), Password("Ab1Cd2!33?"), Password("Ab1Cd2!3"), Password("Ab1Cd24!3?")}},
		{Name: "Path", Reach: Path("/a/../b/c/go"), Near: []bool{Path("a/../b/c/go"), Path("/a/../b/go"), Path("/../b/c/go"), Path("/a/../b/c/og")}},
		{Name: "Morse", Reach: Morse("... --- ..."), Near: []bool{Morse("... --- .."), Morse("...  --- ..."), Morse("... --- ... "), Morse("...---...")}},
		{Name: "Formula", Reach: Formula("C2H6O"), Near: []bool{Formula("C2H6N"), Formula("C2H5O"), Formula("C2H6O1"), Formula("C2H6o")}},
		{Name: "Float", Reach: Float("-1.250e-12"), Near: []bool{Float("1.250e-12"), Float("-1.250e12"), Float("-1.25e-12"), Float("-1.250e-13")}},
		{Name: "Logic", Reach: Logic("T&(F|!F)&T"), Near: []bool{Logic("T&(F|!T)&T"), Logic("T&(F|!F&T"), Logic("T&(F|T)&T"), Logic("T&(F|!F)|T")}},
		{Name: "Tennis", Reach: Tennis("ababababbb"), Near: []bool{Tennis("abababbb"), Tennis("ababababaa"), Tennis("ababababbbb"), Tennis("abababababbb")}},
		{Name: "Editor", Reach: Editor([]byte("^n^a^n^x<x<")), Near: []bool{Editor([]byte("^n^a^n^x<")), Editor([]byte("n^a^n^x<x<")), Editor([]byte("<^n^a^n^x<")), Editor([]byte("^n^a^nn"))}},
		{Name: "Handshake", Reach: Handshake([]byte("saddaafsadaf")), Near: []bool{Handshake([]byte("sadadafsadaf")), Handshake([]byte("saddaafsaf")), Handshake([]byte("saddaafsada")), Handshake([]byte("saddaaf"))}},
		{Name: "Thermostat", Reach: Thermostat(ints{15, 20, 25, 15, 20, 25, 15, 20, 20, 25}), Near: []bool{Thermostat(ints{15, 20, 25, 15, 20, 25, 15, 20, 25}), Thermostat(ints{15, 20, 25, 15, 20, 20, 20, 25}), Thermostat(ints{15, 20, 25, 15, 20, 25, 15, 20, 20}), Thermostat(ints{15, 26, 15, 20, 25, 15, 20, 20, 25})}},
		{Name: "Robot", Reach: Robot("RFFLFFFL"), Near: []bool{Robot("RFFLFFF"), Robot("RFFLFFL"), Robot("FFRFFLFL"), Robot("LF")}},
		{Name: "Mountain", Reach: Mountain(ints{1, 2, 3, 4, 5, 9, 5, 3, 1}), Near: []bool{Mountain(ints{1, 2, 3, 4, 5, 9, 5, 3, 2}), Mountain(ints{1, 2, 3, 4, 9, 5, 4, 3, 1}), Mountain(ints{1, 2, 3, 4, 5, 9, 5, 5, 1})}},
		{Name: "Cache", Reach: Cache(ints{1, 2, 3, 1, 2, 3, 4, 5, 6, 6}), Near: []bool{Cache(ints{1, 2, 3, 1, 2, 3, 4, 5, 6}), Cache(ints{1, 2, 3, 1, 2, 3, 4, 5, 5}), Cache(ints{1, 2, 3, 1, 2, 3, 4, 5, 6, 1})}},
		{Name: "Poker", Reach: Poker(ints{12, 25, 38, 0, 13}), Near: []bool{Poker(ints{12, 25, 38, 0, 14}), Poker(ints{12, 25, 0, 13, 26}), Poker(ints{12, 25, 12, 0, 13}), Poker(ints{12, 25, 38, 0, 52})}},
		{Name: "Tree", Reach: Tree(ints{-1, 0, 1, 2, 3, 0, 0, 0}), Near: []bool{Tree(ints{-1, 0, 1, 2, 3, 0, 0, 5}), Tree(ints{-1, 0, 1, 2, 2, 0, 0, 6}), Tree(ints{-1, 0, 1, 2, 3, 0, 0}), Tree(ints{0, 0, 1, 2, 3, 0, 0, 0})}},
		{Name: "Bits", Reach: Bits(1364), Near: []bool{Bits(340), Bits(1360), Bits(1372), Bits(682)}},
		{Name: "Divisors", Reach: Divisors(315), Near: []bool{Divisors(316), Divisors(105), Divisors(60), Divisors(1155)}},
		{Name: "Fibonacci", Reach: Fibonacci(4, 36), Near: []bool{Fibonacci(4, 35), Fibonacci(36, 40), Fibonacci(0, 36), Fibonacci(8, 40)}},
		{Name: "Tax", Reach: Tax(92000, 3), Near: []bool{Tax(92000, 4), Tax(92010, 3), Tax(88000, 2)}},
		{Name: "Queens", Reach: Queens(ints{1, 3, 5, 0, 2, 4}), Near: []bool{Queens(ints{1, 3, 5, 0, 4, 2}), Queens(ints{0, 1, 2, 3, 4, 5}), Queens(ints{1, 3, 5, 0, 2}), Queens(ints{1, 3, 5, 0, 2, 6})}},
		{Name: "Islands", Reach: Islands([]byte("##.#...###.#")), Near: []bool{Islands([]byte("##.#...#.###")), Islands([]byte("##.#..#.##.#")), Islands([]byte("##.#...###.x")), Islands([]byte("##.#...###."))}},
		{Name: "Subsequences", Reach: Subsequences(ints{1, 2, 3, 4, 9, 8, 7, 7}), Near: []bool{Subsequences(ints{1, 2, 3, 4, 9, 8, 8, 8}), Subsequences(ints{1, 2, 3, 9, 8, 7, 7}), Subsequences(ints{1, 2, 3, 4, 5, 9, 8, 7})}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "third", reaches())
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and
// none changes its input.
func TestNoPanics(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	alphabets := []string{"/.go", ".- ", "HCNO12", "-1.e2", "TF!&|()", "ab", "^<na", "sadf", "LRF", "#.", "aB1?", "ABC-09", "aeioubc", "\x00\xff\xc3é"}
	number := func() int {
		switch r.IntN(8) {
		case 0:
			return int(r.Uint64())
		case 1:
			return r.IntN(100_000)
		case 2:
			return 1<<63 - 1
		case 3:
			return -1 << 63
		}
		return r.IntN(60) - 3
	}
	reached := 0
	for range 20_000 {
		a := make([]int, r.IntN(14))
		for i := range a {
			if a[i] = r.IntN(16) - 2; r.IntN(30) == 0 {
				a[i] = number()
			}
		}
		alphabet := alphabets[r.IntN(len(alphabets))]
		text := make([]byte, r.IntN(14))
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
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
