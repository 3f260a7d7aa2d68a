package second

import (
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"

	"pgregory.net/rapid"
)

func reaches() []reach.Case {
	type ints = []int
	return []reach.Case{
		{Name: "Budget", Reach: Budget(100, ints{50, 30, 20}), Near: []bool{Budget(100, ints{50, 50}), Budget(100, ints{50, 30, 21}), Budget(99, ints{50, 30, 19}), Budget(100, ints{100, 30, 20})}},
		{Name: "Collatz", Reach: Collatz(7), Near: []bool{Collatz(0), Collatz(14), Collatz(42), Collatz(1001)}},
		{Name: "Tank", Reach: Tank(ints{40, 40, 40, -40, -40, -40, -40, 40, 33}), Near: []bool{Tank(ints{40, 40, -40, -40, -40, -40, 40, 33}), Tank(ints{40, 40, 40, -40, -40, -40, 40, 33}), Tank(ints{40, 40, 40, -40, -40, -40, -40, 40, 32})}},
		{Name: "Email", Reach: Email("a.b@c.org"), Near: []bool{Email("ab@c.org"), Email("a.b@.org"), Email("a.b@c.com"), Email("a.b@c@d.org"), Email(".org"), Email("@c.org")}},
		{Name: "Clock", Reach: Clock("23:59:59"), Near: []bool{Clock("24:00:00"), Clock("23:59:60"), Clock("23-59-59"), Clock("23:53:19"), Clock("3:59:59")}},
		{Name: "Unpack", Reach: Unpack("1b1a2l2o1n"), Near: []bool{Unpack("1b1a1l2o1n"), Unpack("1b1a2l2o1"), Unpack("0z1a2l2o1n"), Unpack("")}},
		{Name: "Anagram", Reach: Anagram("tinsel"), Near: []bool{Anagram("listen"), Anagram("silent"), Anagram("tiesnl"), Anagram("tinser")}},
		{Name: "Version", Reach: Version("v2.10.4"), Near: []bool{Version("v2.9.4"), Version("2.10.4"), Version("v2.10"), Version("v3.10.4"), Version("v2.10.-4"), Version("v2.10.3")}},
		{Name: "Address", Reach: Address("172.16.0.254"), Near: []bool{Address("172.32.0.254"), Address("172.16.00.254"), Address("172.16.0.2540"), Address("172.16.254"), Address("172.16..254"), Address("172.16.0.254.")}},
		{Name: "Settings", Reach: Settings("a=3;b=4;c=5"), Near: []bool{Settings("a=3;b=4;b=5"), Settings("a=3;b=9"), Settings("a=3;b=4;c=4"), Settings("a=3;b=4;c=5x"), Settings("a=3;b=4;c"), Settings("")}},
		{Name: "Comments", Reach: Comments([]byte(`"/*"/*""*/`)), Near: []bool{Comments([]byte(`"/*"/*"*/`)), Comments([]byte(`""/*""*/`)), Comments([]byte(`"/*"/*""*`)), Comments(nil)}},
		{Name: "Roman", Reach: Roman("MCMXCIV"), Near: []bool{Roman("MCMXCVI"), Roman("MCMXCIX"), Roman("MCMIXCV"), Roman("MCCMXCIV"), Roman("")}},
		{Name: "Calc", Reach: Calc("7*((4+9))"), Near: []bool{Calc("7*(4+9)"), Calc("7*((4+9)"), Calc("7*((4+8))"), Calc("7*((4+9)))"), Calc("")}},
		{Name: "Nest", Reach: Nest("[9,9,2,[[]]]"), Near: []bool{Nest("[9,9,2,[]]"), Nest("[9,9,2,[[]]"), Nest("[9,9,,2,[[]]]"), Nest("[9,9,1,[[]]]"), Nest("[9,9,2,[[]]],"), Nest("")}},
		{Name: "Select", Reach: Select("select a,b from t"), Near: []bool{Select("select b,a from t"), Select("select a,b from a"), Select("select a from t"), Select("select a,b in t"), Select("select a, b from t"), Select("")}},
		{Name: "Permissions", Reach: Permissions(0o750), Near: []bool{Permissions(0o751), Permissions(0o650), Permissions(0o350), Permissions(0o740), Permissions(0o1750)}},
		{Name: "Login", Reach: Login(ints{0, 0, 0, 8080, 4711}), Near: []bool{Login(ints{0, 0, 0, 4711}), Login(ints{0, 0, 8080, 4711}), Login(ints{0, 0, 0, 8080, 4711, 1}), Login(nil)}},
		{Name: "Vending", Reach: Vending(ints{50, 50, 10, 50, 50, 50, 10, 20, 10}), Near: []bool{Vending(ints{50, 50, 10, 50, 50, 50, 10, 20}), Vending(ints{50, 50, 10, 50, 50, 50, 20, 10}), Vending(ints{50, 50, 10, 50, 10})}},
		{Name: "Elevator", Reach: Elevator(ints{9, 0, 9, 4, 5}), Near: []bool{Elevator(ints{9, 0, 9, 3, 5}), Elevator(ints{9, 0, 9, 5}), Elevator(ints{9, 0, 9, 4, 6}), Elevator(ints{10})}},
		{Name: "Rotated", Reach: Rotated(ints{5, 6, 7, 1, 2, 3, 4}), Near: []bool{Rotated(ints{6, 7, 1, 2, 3, 4, 5}), Rotated(ints{5, 6, 7, 1, 2, 3, 5}), Rotated(ints{5, 6, 7, 1, 2, 3}), Rotated(ints{5, 6, 7, 1, 2, 2, 3})}},
		{Name: "Majority", Reach: Majority(ints{1, 42, 42, 42, 2}), Near: []bool{Majority(ints{42, 42, 42, 1, 2}), Majority(ints{1, 42, 42, 3, 2}), Majority(ints{1, 41, 41, 41, 2}), Majority(ints{1, 42, 42, 42})}},
		{Name: "Balance", Reach: Balance(ints{5, 5, 5, 5, 20, 5, 5, 5, 5}), Near: []bool{Balance(ints{5, 5, 5, 5, 19, 5, 5, 5, 5}), Balance(ints{5, 5, 5, 5, 20, 5, 5, 10}), Balance(ints{5, 5, 5, 6, 20, 5, 5, 5, 4})}},
		{Name: "Histogram", Reach: Histogram(ints{1, 2, 2, 3, 3, 3, 4, 4, 5}), Near: []bool{Histogram(ints{1, 2, 2, 3, 3, 3, 4, 5}), Histogram(ints{1, 2, 2, 3, 3, 3, 4, 4, 4, 5}), Histogram(ints{2, 3, 3, 4}), Histogram(nil)}},
		{Name: "Coins", Reach: Coins(4, 2, 4), Near: []bool{Coins(5, 0, 5), Coins(3, 5, 3), Coins(-1, 2, 4)}},
		{Name: "Hands", Reach: Hands(8, 43), Near: []bool{Hands(8, 44), Hands(9, 43), Hands(12, 43)}},
		{Name: "DigitalRoot", Reach: DigitalRoot(39_999), Near: []bool{DigitalRoot(39_998), DigitalRoot(30_000), DigitalRoot(399_999)}},
		{Name: "ISBN", Reach: ISBN("303030101X"), Near: []bool{ISBN("303030102X"), ISBN("0306406152"), ISBN("303030101"), ISBN("30303010X1")}},
		{Name: "Latin", Reach: Latin(ints{3, 1, 2, 2, 3, 1, 1, 2, 3}), Near: []bool{Latin(ints{1, 2, 3, 3, 1, 2, 2, 3, 1}), Latin(ints{3, 1, 2, 1, 3, 2, 2, 1, 3}), Latin(ints{3, 1, 2, 2, 3, 1, 1, 2})}},
		{Name: "Common", Reach: Common(ints{1, 2, 3}, ints{3, 2, 1}), Near: []bool{Common(ints{1, 2, 3}, ints{1, 2, 3}), Common(ints{1, 2}, ints{3, 2, 1}), Common(ints{3, 2, 1}, ints{3, 2, 1})}},
		{Name: "Triples", Reach: Triples(ints{-3, -2, -1, 0, 1, 2, 3}), Near: []bool{Triples(ints{-3, -2, -1, 0, 1, 2, 4}), Triples(ints{0, 0, 0, 0, 0}), Triples(nil)}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "second", reaches())
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
