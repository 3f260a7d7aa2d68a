package second

import (
	"os"
	"slices"
	"testing"

	"nearmiss/subjects/fitnex/list"

	"pgregory.net/rapid"
)

// A reach is one input that reaches the target of a subject, and inputs near it
// that do not.
type reach struct {
	name  string
	reach bool
	near  []bool
}

func reaches() []reach {
	type ints = []int
	return []reach{
		{"Budget", Budget(100, ints{50, 30, 20}), []bool{Budget(100, ints{50, 50}), Budget(100, ints{50, 30, 21}), Budget(99, ints{50, 30, 19}), Budget(100, ints{100, 30, 20})}},
		{"Collatz", Collatz(7), []bool{Collatz(0), Collatz(14), Collatz(42), Collatz(1001)}},
		{"Tank", Tank(ints{40, 40, 40, -40, -40, -40, -40, 40, 33}), []bool{Tank(ints{40, 40, -40, -40, -40, -40, 40, 33}), Tank(ints{40, 40, 40, -40, -40, -40, 40, 33}), Tank(ints{40, 40, 40, -40, -40, -40, -40, 40, 32})}},
		{"Email", Email("a.b@c.org"), []bool{Email("ab@c.org"), Email("a.b@.org"), Email("a.b@c.com"), Email("a.b@c@d.org"), Email(".org"), Email("@c.org")}},
		{"Clock", Clock("23:59:59"), []bool{Clock("24:00:00"), Clock("23:59:60"), Clock("23-59-59"), Clock("23:53:19"), Clock("3:59:59")}},
		{"Unpack", Unpack("1b1a2l2o1n"), []bool{Unpack("1b1a1l2o1n"), Unpack("1b1a2l2o1"), Unpack("0z1a2l2o1n"), Unpack("")}},
		{"Anagram", Anagram("tinsel"), []bool{Anagram("listen"), Anagram("silent"), Anagram("tiesnl"), Anagram("tinser")}},
		{"Version", Version("v2.10.4"), []bool{Version("v2.9.4"), Version("2.10.4"), Version("v2.10"), Version("v3.10.4"), Version("v2.10.-4"), Version("v2.10.3")}},
		{"Address", Address("172.16.0.254"), []bool{Address("172.32.0.254"), Address("172.16.00.254"), Address("172.16.0.2540"), Address("172.16.254"), Address("172.16..254"), Address("172.16.0.254.")}},
		{"Settings", Settings("a=3;b=4;c=5"), []bool{Settings("a=3;b=4;b=5"), Settings("a=3;b=9"), Settings("a=3;b=4;c=4"), Settings("a=3;b=4;c=5x"), Settings("a=3;b=4;c"), Settings("")}},
		{"Comments", Comments([]byte(`"/*"/*""*/`)), []bool{Comments([]byte(`"/*"/*"*/`)), Comments([]byte(`""/*""*/`)), Comments([]byte(`"/*"/*""*`)), Comments(nil)}},
		{"Roman", Roman("MCMXCIV"), []bool{Roman("MCMXCVI"), Roman("MCMXCIX"), Roman("MCMIXCV"), Roman("MCCMXCIV"), Roman("")}},
		{"Calc", Calc("7*((4+9))"), []bool{Calc("7*(4+9)"), Calc("7*((4+9)"), Calc("7*((4+8))"), Calc("7*((4+9)))"), Calc("")}},
		{"Nest", Nest("[9,9,2,[[]]]"), []bool{Nest("[9,9,2,[]]"), Nest("[9,9,2,[[]]"), Nest("[9,9,,2,[[]]]"), Nest("[9,9,1,[[]]]"), Nest("[9,9,2,[[]]],"), Nest("")}},
		{"Select", Select("select a,b from t"), []bool{Select("select b,a from t"), Select("select a,b from a"), Select("select a from t"), Select("select a,b in t"), Select("select a, b from t"), Select("")}},
		{"Permissions", Permissions(0o750), []bool{Permissions(0o751), Permissions(0o650), Permissions(0o350), Permissions(0o740), Permissions(0o1750)}},
		{"Login", Login(ints{0, 0, 0, 8080, 4711}), []bool{Login(ints{0, 0, 0, 4711}), Login(ints{0, 0, 8080, 4711}), Login(ints{0, 0, 0, 8080, 4711, 1}), Login(nil)}},
		{"Vending", Vending(ints{50, 50, 10, 50, 50, 50, 10, 20, 10}), []bool{Vending(ints{50, 50, 10, 50, 50, 50, 10, 20}), Vending(ints{50, 50, 10, 50, 50, 50, 20, 10}), Vending(ints{50, 50, 10, 50, 10})}},
		{"Elevator", Elevator(ints{9, 0, 9, 4, 5}), []bool{Elevator(ints{9, 0, 9, 3, 5}), Elevator(ints{9, 0, 9, 5}), Elevator(ints{9, 0, 9, 4, 6}), Elevator(ints{10})}},
		{"Rotated", Rotated(ints{5, 6, 7, 1, 2, 3, 4}), []bool{Rotated(ints{6, 7, 1, 2, 3, 4, 5}), Rotated(ints{5, 6, 7, 1, 2, 3, 5}), Rotated(ints{5, 6, 7, 1, 2, 3}), Rotated(ints{5, 6, 7, 1, 2, 2, 3})}},
		{"Majority", Majority(ints{1, 42, 42, 42, 2}), []bool{Majority(ints{42, 42, 42, 1, 2}), Majority(ints{1, 42, 42, 3, 2}), Majority(ints{1, 41, 41, 41, 2}), Majority(ints{1, 42, 42, 42})}},
		{"Balance", Balance(ints{5, 5, 5, 5, 20, 5, 5, 5, 5}), []bool{Balance(ints{5, 5, 5, 5, 19, 5, 5, 5, 5}), Balance(ints{5, 5, 5, 5, 20, 5, 5, 10}), Balance(ints{5, 5, 5, 6, 20, 5, 5, 5, 4})}},
		{"Histogram", Histogram(ints{1, 2, 2, 3, 3, 3, 4, 4, 5}), []bool{Histogram(ints{1, 2, 2, 3, 3, 3, 4, 5}), Histogram(ints{1, 2, 2, 3, 3, 3, 4, 4, 4, 5}), Histogram(ints{2, 3, 3, 4}), Histogram(nil)}},
		{"Coins", Coins(4, 2, 4), []bool{Coins(5, 0, 5), Coins(3, 5, 3), Coins(-1, 2, 4)}},
		{"Hands", Hands(8, 43), []bool{Hands(8, 44), Hands(9, 43), Hands(12, 43)}},
		{"DigitalRoot", DigitalRoot(39_999), []bool{DigitalRoot(39_998), DigitalRoot(30_000), DigitalRoot(399_999)}},
		{"ISBN", ISBN("303030101X"), []bool{ISBN("303030102X"), ISBN("0306406152"), ISBN("303030101"), ISBN("30303010X1")}},
		{"Latin", Latin(ints{3, 1, 2, 2, 3, 1, 1, 2, 3}), []bool{Latin(ints{1, 2, 3, 3, 1, 2, 2, 3, 1}), Latin(ints{3, 1, 2, 1, 3, 2, 2, 1, 3}), Latin(ints{3, 1, 2, 2, 3, 1, 1, 2})}},
		{"Common", Common(ints{1, 2, 3}, ints{3, 2, 1}), []bool{Common(ints{1, 2, 3}, ints{1, 2, 3}), Common(ints{1, 2}, ints{3, 2, 1}), Common(ints{3, 2, 1}, ints{3, 2, 1})}},
		{"Triples", Triples(ints{-3, -2, -1, 0, 1, 2, 3}), []bool{Triples(ints{-3, -2, -1, 0, 1, 2, 4}), Triples(ints{0, 0, 0, 0, 0}), Triples(nil)}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	var names []string
	for _, c := range reaches() {
		names = append(names, c.name)
		if !c.reach {
			t.Errorf("%s does not reach its target", c.name)
		}
		for i, near := range c.near {
			if near {
				t.Errorf("%s: near input %d reaches the target", c.name, i)
			}
		}
	}
	var want []string
	for _, s := range list.Second() {
		want = append(want, s.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("tested are %q", names)
	}
}

// TestTargetsAreFound finds thirty different places.
func TestTargetsAreFound(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range list.Second() {
		at, err := list.Target(os.DirFS("."), s.Name)
		if err != nil {
			t.Error(err)
		}
		seen[at] = true
	}
	if len(seen) != 30 {
		t.Errorf("%d places", len(seen))
	}
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and
// none changes its input.
func TestNoPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int(), rapid.IntRange(-3, 60), rapid.IntRange(0, 2000))
		n, m, k := number.Draw(t, "n"), number.Draw(t, "m"), number.Draw(t, "k")
		of := rapid.SampledFrom([]*rapid.Generator[int]{number, rapid.IntRange(1, 3), rapid.IntRange(1, 5), rapid.IntRange(0, 9), rapid.IntRange(-40, 40), rapid.SampledFrom([]int{10, 20, 50}), rapid.SampledFrom([]int{1, 42, 4711, 8080})}).Draw(t, "of")
		a, b := rapid.SliceOfN(of, 0, 20).Draw(t, "a"), rapid.SliceOfN(of, 0, 20).Draw(t, "b")
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[MDCLXVI]*`), rapid.StringMatching(`[0-9+*()-]*`), rapid.StringMatching(`[\[\],0-9]*`),
			rapid.StringMatching(`["/*a]*`), rapid.StringMatching(`v?[0-9.]*`), rapid.StringMatching(`([a-c]+=[0-9];?)*`), rapid.StringMatching(`([0-9][a-z])*`),
			rapid.StringMatching(`select [a-c,]* from [a-c]`), rapid.StringMatching(`[a-c.@]*\.org`), rapid.StringMatching(`[0-9]{9}[0-9X]`), rapid.StringMatching(`[0-9:]{8}`), rapid.StringMatching(`[eilnst]{6}`)).Draw(t, "text")
		before := slices.Clone(a)
		reached := []bool{
			Budget(n, a), Collatz(n), Comments([]byte(text)), Permissions(uint16(n)), Coins(n, m, k), Hands(n, m), DigitalRoot(n), Common(a, b),
			Common(slices.Compact(slices.Sorted(slices.Values(a))), b),
		}
		for _, f := range []func([]int) bool{Tank, Login, Vending, Elevator, Rotated, Majority, Balance, Histogram, Latin, Triples} {
			reached = append(reached, f(a))
		}
		for _, f := range []func(string) bool{Email, Clock, Unpack, Anagram, Version, Address, Settings, Roman, Calc, Nest, Select, ISBN} {
			reached = append(reached, f(text))
		}
		if !slices.Equal(a, before) {
			t.Errorf("%v became %v", before, a)
		}
		t.Log(reached)
	})
}
