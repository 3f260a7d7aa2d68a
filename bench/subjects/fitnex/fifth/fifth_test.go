package fifth

import (
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"

	"pgregory.net/rapid"
)

func reaches() []reach.Case {
	type ints = []int
	type bytes = []byte
	return []reach.Case{
		{Name: "Toll", Reach: Toll(45, ints{2, 2, 2, 2, 2, 3, 4, 5, 2, 2, 2, 2, 2, 7}), Near: []bool{
			Toll(44, ints{2, 2, 2, 2, 2, 3, 4, 5, 2, 2, 2, 2, 2}), Toll(45, ints{2, 2, 2, 2, 2, 3, 4, 5, 2, 2, 2, 2}), Toll(45, ints{3, 3, 3, 3, 3, 3, 3, 3, 3}), Toll(45, nil)}},
		{Name: "Valleys", Reach: Valleys(ints{-1, -1, -1, -1, 1, 1, 1, 1, -1, 1, -1, 1, 1, 1}), Near: []bool{
			Valleys(ints{-1, -1, -1, -1, 1, 1, 1, 1, -1, 1, -1, 1, 1}), Valleys(ints{-1, -1, -1, 1, 1, 1, -1, 1, -1, 1, 1, 1}), Valleys(ints{-1, -1, -1, -1, 1, 1, 1, 1, -1, 1, 1, 1}), Valleys(ints{-1, -1, -1, -1, 1, 1, 1, 1, -1, 1, -1, 1, 2}), Valleys(ints{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, 1})}},
		{Name: "Battery", Reach: Battery(ints{60, -60, -60, 60, 60, -60, -60, 35}), Near: []bool{
			Battery(ints{60, -60, -60, 60, 60, -60, -60, 34}), Battery(ints{60, -60, 60, -60, -60, 35}), Battery(ints{61, -60, -60, 60, 60, -60, -60, 35}), Battery(ints{50, -60, -60, 60, 60, -60, -60, 35}), Battery(ints{60, -60, -60, 60, 60, -60, -60, 35, 0, 0, 0, 0, 0}), Battery(ints{31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31})}},
		{Name: "Streak", Reach: Streak(ints{10000, 10000, 10000, 10000, 10000, 10000, 0, 10000, 9999, 10000, 10000, 20000}), Near: []bool{
			Streak(ints{10000, 10000, 10000, 10000, 10000, 10000, 0, 9999, 9999, 10000, 10000, 20000}), Streak(ints{10000, 10000, 10000, 10000, 10000, 10000, 0, 10000, 10000, 10000, 10000}), Streak(ints{10000, 10000, 10000, 10000, 10000, 10000, -1, 10000, 0, 10000, 10000, 10000}), Streak(ints{10000, 10000, 10000, 0, 10000, 0, 10000, 10000, 10000, 10000, 10000, 10000}), Streak(ints{10000, 10000, 10000, 10000, 10000, 10000, 10000, 0, 10000, 10000, 10000})}},
		{Name: "Invoice", Reach: Invoice("INV-24-07-19/EU"), Near: []bool{
			Invoice("INV-24-08-19/EU"), Invoice("INV-24-07-1-/EU"), Invoice("INV-24-07-19/US"), Invoice("inv-24-07-19/EU"), Invoice("INV-2024-07-19/EU")}},
		{Name: "Isogram", Reach: Isogram("thumbscking"), Near: []bool{
			Isogram("thumbsckuing"), Isogram("thumbscling"), Isogram("thumbtcking"), Isogram("shumbtcking"), Isogram("thuMbscking"), Isogram("thumbsckins"), Isogram("thumscking")}},
		{Name: "Glob", Reach: Glob("ma*_?.*", "main_x.go"), Near: []bool{
			Glob("ma*_?.*", "main-x.go"), Glob("*a*_?.g", "main_x.go"), Glob("ma*_??*", "main_x.go"), Glob("main?**", "main_x.go"), Glob("ma*_?.*", "main_xy.go"), Glob("m*?.*os", "main_x.go"), Glob("ma*n?.*", "main_x.go"), Glob("mi*_?.*", "main_x.go")}},
		{Name: "Slug", Reach: Slug("Salt & Pepper!", "salt-and-pepper"), Near: []bool{
			Slug("Salt & Pepper!", "salt-&-pepper"), Slug("Salt & pepper!", "salt-and-pepper"), Slug("Salt & Pepper", "salt-and-pepper"), Slug("Salt and Pepper!", "salt-and-pepper"), Slug("Salt & Pepper!", "salt-and-peppe"), Slug(" & AB     !", "-and-ab-----"), Slug("A & B!", "a-and-b")}},
		{Name: "Zip", Reach: Zip("sctix", "pano", "spcatniox"), Near: []bool{
			Zip("sctix", "pano", "spcatinox"), Zip("spcat", "niox", "spcatniox"), Zip("sctix", "pino", "spcitniox"), Zip("sctiy", "pano", "spcatnioy"), Zip("sctix", "panos", "spcatniox"), Zip("sctix", "pano", "spcatnio")}},
		{Name: "Quoted", Reach: Quoted(`"\xe9\n\"\x42c"`), Near: []bool{
			Quoted(`"\xe9\n\"\x42cd"`), Quoted(`"\xe8\n\"\x42c"`), Quoted(`"\xe9\"\n\x42c"`), Quoted(`"\xe9\n\"Bc"`), Quoted(`"\xe9\n"\x42c"`), Quoted(`"\xe9\n\"c\x4"`), Quoted(`"\xe9\n\"\x4Gc"`), Quoted(`"\xe9\t\"\x42c"`), Quoted(`"\xe9\n\"\x42\"`), Quoted(`"`), Quoted("")}},
		{Name: "Pages", Reach: Pages("1-3,7,9-13,40"), Near: []bool{
			Pages("1-3,7,9-13,41"), Pages("1-3,7,9-12,40"), Pages("7,1-3,9-13,40"), Pages("1-3,7,9-13,40,"), Pages("31-40"), Pages("1-3-4,7,9-12,40"), Pages("1-3,7,9-013,40"), Pages("3-1,7,9-13,40"), Pages("1-3,7,9-13;40"), Pages("")}},
		{Name: "Frames", Reach: Frames(bytes{1, 2, 7, 8, 12, 2, 3, 200, 200, 200, 201, 3, 0, 3}), Near: []bool{
			Frames(bytes{1, 2, 7, 8, 13, 2, 3, 200, 200, 200, 201, 3, 0, 3}), Frames(bytes{1, 2, 7, 8, 12, 2, 3, 200, 200, 201, 200, 3, 0, 3}), Frames(bytes{1, 2, 7, 8, 12, 2, 3, 200, 200, 200, 201}), Frames(bytes{2, 3, 200, 200, 200, 201, 3, 0, 3}), Frames(bytes{1, 2, 7, 8, 12, 2, 3, 200, 200, 200, 201, 3, 0}), Frames(bytes{1, 2, 7, 8, 12, 2, 3, 200, 200, 200, 201, 3, 0, 3, 4, 0, 4}), Frames(bytes{1, 3, 7, 8, 9, 4, 2, 3, 200, 200, 200, 201, 3, 0, 3}), Frames(bytes{1, 2, 7}), Frames(nil)}},
		{Name: "Json", Reach: Json("{a:[5,4,{b:[t]}]}"), Near: []bool{
			Json("{a:[5,3,{b:[t]}]}"), Json("{a:[5,4,{b:[f]}]}"), Json("{a:[5,4],b:{c:[t]}}"), Json("[5,4,{b:[{c:t}]}]"), Json("{a:[5,4,{b:[t]}}]"), Json("{a:[5,4,{b:[t]}]}}"), Json("{a:[5,4,{[t]}]}"), Json("{a:[5,4,,{b:[t]}]}"), Json("{a:[5,4,{b:[t]}"), Json("{"), Json("{}"), Json("{a:"), Json("")}},
		{Name: "Polynomial", Reach: Polynomial("x^2-9x+14"), Near: []bool{
			Polynomial("x^2-9x+15"), Polynomial("x^2-9x-14"), Polynomial("1x^2-9x+14"), Polynomial("-x^2+9x-14"), Polynomial("x^2+14-9x"), Polynomial("x^2-9x"), Polynomial("x^2-9x+014"), Polynomial("x^2-9x+14+"), Polynomial("x^4-9x+14"), Polynomial("+x^2-9x+14"), Polynomial("")}},
		{Name: "Declare", Reach: Declare("var a:int;b,c,d:bool."), Near: []bool{
			Declare("var a:int;b,c:bool."), Declare("var a:int;b,c,a:bool."), Declare("var a:int;b,c:bool;d:bool."), Declare("var a:int;b,c,d:bool"), Declare("a:int;b,c,d:bool."), Declare("var a:int;b,c,d:Bool."), Declare("var a:int;b,c,:bool."), Declare("var a:bool;b,c,d:int."), Declare("var a:int;b,c,d:bool;."), Declare("var .")}},
		{Name: "Knights", Reach: Knights(false, false, true, false, true, 3), Near: []bool{
			Knights(false, false, true, false, true, 2), Knights(true, false, false, true, true, 2), Knights(false, true, false, true, false, 3), Knights(true, true, true, true, true, 0), Knights(false, false, true, true, true, 2)}},
		{Name: "Netmask", Reach: Netmask(0xac10134d, 0xfffff000), Near: []bool{
			Netmask(0xac10134c, 0xfffff000), Netmask(0xac10034d, 0xfffff000), Netmask(0xac11134d, 0xfffff000), Netmask(0xac10134d, 0xffffe000), Netmask(0xac10134d, 0xfffff001), Netmask(0xac10134d, 0xffff7000), Netmask(0xac10134d, 0)}},
		{Name: "Adventure", Reach: Adventure(bytes("ntsdtuoutdn")), Near: []bool{
			Adventure(bytes("ntsdtuoutd")), Adventure(bytes("nsdtuoutdn")), Adventure(bytes("ntsdtuutdn")), Adventure(bytes("ntsduoutdn")), Adventure(bytes("ntsdtuoudn")), Adventure(bytes("ntsdtuoutdnsn")), Adventure(bytes("n"))}},
		{Name: "Dining", Reach: Dining(ints{0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 2}), Near: []bool{
			Dining(ints{0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1}), Dining(ints{0, 0, 0, 1, 1, 1, 0, 1, 2}), Dining(ints{0, 1, 2}), Dining(ints{0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 3}), Dining(ints{0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 2}), Dining(ints{0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 1, 2}), Dining(ints{-1})}},
		{Name: "Zigzag", Reach: Zigzag(ints{10, 30, 10, 40, 10, 40, 10, 40, 10}), Near: []bool{
			Zigzag(ints{10, 30, 10, 40, 10, 40, 10, 39, 11}), Zigzag(ints{10, 30, 10, 40, 10, 40, 10, 41, 10}), Zigzag(ints{10, 20, 10, 50, 10, 40, 10, 40, 10}), Zigzag(ints{40, 10, 40, 10, 30, 10, 30, 10, 20}), Zigzag(ints{0, 40, 20, 40, 20, 40, 40, 0, 0}), Zigzag(ints{25, 50, 25, 50, 0, 25, 25}), Zigzag(ints{-10, 30, 10, 60, 10, 60, 10, 40, -10})}},
		{Name: "Kadane", Reach: Kadane(ints{-5, -5, 20, 10, -10, 30, -60, -5}), Near: []bool{
			Kadane(ints{-5, -5, 20, 10, -10, 31, -60, -5}), Kadane(ints{-5, -5, 20, 10, -10, 30, -40, 0}), Kadane(ints{-5, 5, 15, 10, -10, 30, -60, -5}), Kadane(ints{-5, -5, 20, 10, -10, 20, 10, -60}), Kadane(ints{-5, -5, 20, -20, 20, 30, -60, -5}), Kadane(ints{-5, -5, 50, -20, 0, 20, -60}), Kadane(nil)}},
		{Name: "Gray", Reach: Gray(ints{5, 7, 3, 2, 6, 4, 0, 1}), Near: []bool{
			Gray(ints{5, 7, 6, 4, 0, 2, 3, 1}), Gray(ints{5, 4, 6, 7, 3, 2, 0, 1}), Gray(ints{5, 7, 3, 2, 6, 4, 0, 8}), Gray(ints{7, 5, 1, 0, 4, 6, 2, 3}), Gray(ints{5, 7, 3, 7, 6, 4, 0, 1}), Gray(ints{5, 4, 0, 2, 6, 7, 1, 3}), Gray(ints{5, 5, 5, 5, 6, 5, 5, 5}), Gray(ints{5, 7, 3, 2, 6, 4, 0})}},
		{Name: "Probing", Reach: Probing(ints{10, 43, 21, 32, 4, 5, 6}), Near: []bool{
			Probing(ints{43, 10, 21, 32, 4, 5, 6}), Probing(ints{10, 43, 21, 31, 4, 5, 6}), Probing(ints{10, 43, 21, 32, 4, 15, 6}), Probing(ints{10, 43, 10, 32, 4, 5, 6}), Probing(ints{10, 43, 21, 32, 4, 5}), Probing(ints{10, 54, 21, 32, 4, 5, 6}), Probing(ints{10, 43, 0, 32, 4, 5, 6}), Probing(ints{10, 43, 21, 33, 4, 15, 6})}},
		{Name: "Box", Reach: Box(7, 9, 22), Near: []bool{
			Box(9, 7, 22), Box(7, 22, 9), Box(7, 9, 23), Box(6, 11, 21), Box(5, 10, 15), Box(0, 5, 83), Box(5, 20, 29), Box(1, 1, 207), Box(7, 11, 18), Box(5, 15, 17)}},
		{Name: "Kaprekar", Reach: Kaprekar(1261), Near: []bool{
			Kaprekar(1262), Kaprekar(1067), Kaprekar(1358), Kaprekar(1000), Kaprekar(291), Kaprekar(12610), Kaprekar(1111)}},
		{Name: "Dice", Reach: Dice(20471), Near: []bool{
			Dice(20470), Dice(20472), Dice(0), Dice(238), Dice(22370), Dice(1)}},
		{Name: "Root", Reach: Root(31328), Near: []bool{
			Root(31329), Root(31327), Root(10403), Root(31683), Root(33488), Root(120408), Root(3), Root(0), Root(60007)}},
		{Name: "Life", Reach: Life(bytes(".....######.....")), Near: []bool{
			Life(bytes(".....######....#")), Life(bytes(".##.#..#.##.....")), Life(bytes("......###.......")), Life(bytes("######..........")), Life(bytes(".....######....")), Life(bytes(".....######....x")), Life(nil)}},
		{Name: "Change", Reach: Change(ints{2, 3, 6, 7}), Near: []bool{
			Change(ints{2, 3, 6, 5}), Change(ints{2, 3, 5, 7}), Change(ints{2, 3, 6}), Change(ints{3, 2, 6, 7}), Change(ints{2, 3, 6, 11}), Change(ints{2, 3, 6, 13}), Change(ints{1, 2, 3, 4}), Change(ints{1, 5, 6, 12}), Change(ints{0, 2, 3, 6})}},
		{Name: "Spiral", Reach: Spiral([][]int{{3, 5, 7, 9}, {21, 48, 50, 11}, {19, 17, 15, 13}}), Near: []bool{
			Spiral([][]int{{3, 5, 7, 9}, {21, 47, 50, 11}, {19, 17, 15, 13}}), Spiral([][]int{{3, 5, 7, 9}, {11, 13, 15, 17}, {19, 21, 48, 50}}), Spiral([][]int{{3, 5, 7, 9}, {21, 49, 51, 11}, {19, 17, 15, 13}}), Spiral([][]int{{3, 5, 7, 9}, {21, 48, 50, 11}, {19, 17, 15, 11}}), Spiral([][]int{{3, 5, 7, 9}, {21, 48, 50, 11}}), Spiral([][]int{{3, 5, 7, 9}, {21, 48, 50}, {19, 17, 15, 13}}), Spiral(nil)}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "fifth", reaches())
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and none
// changes its input.
func TestNoPanics(t *testing.T) {
	number := rapid.OneOf(rapid.Int(), rapid.IntRange(-3, 60), rapid.IntRange(0, 99999))
	elements := []*rapid.Generator[int]{number, rapid.IntRange(-1, 1), rapid.IntRange(0, 2), rapid.IntRange(0, 7), rapid.IntRange(2, 5), rapid.IntRange(1, 99), rapid.IntRange(-60, 60)}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`INV-[0-9-]{8}/EU`), rapid.StringMatching(`th[a-z]{6}ing`), rapid.StringMatching(`[ab*?]{7}`), rapid.StringMatching(`[ab]{6}\.go`),
		rapid.StringMatching(`[A-Z][a-z]{3,5} & [A-Za-z]{4,6}!`), rapid.StringMatching(`[a-z]{4,9}`), rapid.StringMatching(`"(\\x[0-9a-f]?[0-9a-f]|\\[n"x\\]|[a-c])*"`), rapid.StringMatching(`([1-9][0-9]?[,-])*[0-9,-]?`),
		rapid.StringMatching(`\{(a:[0-9tf\[{]|[\]},]){0,9}`), rapid.StringMatching(`([+-]?[0-9]{0,2}(x(\^[2-4]?)?)?)*`), rapid.StringMatching(`var ([a-d](,[a-d])*:(int|bool)?;?)*\.`), rapid.StringMatching(`[nstduo]*`), rapid.StringMatching(`[#.]{16}`))
	frames := rapid.SliceOfN(rapid.ByteRange(0, 4), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		n, m, l := number.Draw(t, "n"), number.Draw(t, "m"), number.Draw(t, "l")
		of := rapid.SampledFrom(elements).Draw(t, "of")
		a := rapid.OneOf(rapid.SliceOfN(of, 0, 20), rapid.SliceOfN(of, 7, 9)).Draw(t, "a")
		ring := append([]int{5}, rapid.Permutation([]int{0, 1, 2, 3, 4, 6, 7}).Draw(t, "ring")...)
		coins := slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.IntRange(0, 12), 4, 4, rapid.ID).Draw(t, "coins")))
		s, word, third := text.Draw(t, "s"), text.Draw(t, "word"), text.Draw(t, "third")
		data := frames.Draw(t, "data")
		rows := rapid.SliceOfN(rapid.SliceOfN(of, 3, 4), 2, 4).Draw(t, "rows")
		letters := []byte(s)
		lists, table, packet := [][]int{slices.Clone(a), slices.Clone(ring), slices.Clone(coins)}, [][]int{}, slices.Clone(data)
		for _, row := range rows {
			table = append(table, slices.Clone(row))
		}
		reached := []bool{
			Toll(n, a), Toll(45, a), Gray(ring), Change(coins), Glob(s, word), Glob("a*b?b*o", s), Slug(s, word), Zip(s, word, third), Zip(s, s, s), Frames(data), Frames(letters), Adventure(letters), Life(letters),
			Knights(n%2 == 0, m%2 == 0, l%2 == 0, n%3 == 0, m%3 == 0, l), Netmask(uint32(n), uint32(m)), Netmask(uint32(n), ^uint32(0)<<(uint(m)%33)), Box(int32(n), int32(m), int32(l)), Kaprekar(n), Kaprekar(n % 10000), Dice(uint32(n)), Root(n), Spiral(rows),
		}
		for _, f := range []func([]int) bool{Valleys, Battery, Streak, Dining, Zigzag, Kadane, Gray, Probing, Change} {
			reached = append(reached, f(a))
		}
		for _, f := range []func(string) bool{Invoice, Isogram, Quoted, Pages, Json, Polynomial, Declare} {
			reached = append(reached, f(s))
		}
		if !slices.EqualFunc(lists, [][]int{a, ring, coins}, slices.Equal) || !slices.EqualFunc(table, rows, slices.Equal) || !slices.Equal(packet, data) || string(letters) != s {
			t.Errorf("an input was changed: now %v, %v, %v, %v, %v, %q", a, ring, coins, rows, data, letters)
		}
		t.Log(reached)
	})
}
