package fourth

import (
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"

	"pgregory.net/rapid"
)

func reaches() []reach.Case {
	type ints = []int
	type pairs = [][2]int
	return []reach.Case{
		{Name: "Grades", Reach: Grades(ints{5, 4, 4, 4, 3}), Near: []bool{
			Grades(ints{5, 4, 4, 3}), Grades(ints{3, 4, 4, 4, 5}), Grades(ints{5, 4, 4, 4, 4}), Grades(ints{7, 4, 4, 4, 1})}},
		{Name: "Savings", Reach: Savings(200, ints{100, 100, 100, 100, 100, 150}), Near: []bool{
			Savings(200, ints{100, 100, 100, 100, 100, 149}), Savings(190, ints{100, 100, 100, 100, 100, 150}), Savings(100, ints{100, 100, 100, 150, 150, 150}), Savings(210, ints{100, 100, 90, 100, 100, 150}), Savings(200, ints{150, 150, 0, 150, 150, 51, 0}), Savings(200, ints{-1}), Savings(100, ints{100, 100, 36, 150, 150, 150, 90})}},
		{Name: "Race", Reach: Race(ints{3, 0, 5, 0, 6, 6}, ints{0, 5, 0, 6, 6, 3}), Near: []bool{
			Race(ints{3, 0, 5, 0, 6, 5}, ints{0, 5, 0, 6, 6, 2}), Race(ints{3, 0, 5, 0, 6, 6}, ints{0, 5, 0, 6, 6, 2}), Race(ints{3, 5, 6, 6}, ints{5, 0, 12, 3}), Race(ints{3, 0, 5, 0, 6, 6}, ints{0, 5, 0, 6, 6}), Race(ints{5, 5, 5, 5}, ints{5, 5, 5, 5}), Race(ints{3, 0, 5, 0, 6, 6}, ints{0, 5, 0, 6, 6, 4})}},
		{Name: "Bowling", Reach: Bowling(ints{10, 10, 10, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 4, 1, 0}), Near: []bool{
			Bowling(ints{10, 10, 10, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 4, 1, 1}), Bowling(ints{10, 10, 10, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 4, 1, 0, 0}), Bowling(ints{10, 10, 10, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 4, 1}), Bowling(ints{10, 10, 0, 0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 4, 5, 4, 5, 4}), Bowling(ints{10, 10, 10, 0, 0, 5, 5, 0, 0, 5, 4, 0, 0, 5, 4, 1, 1}), Bowling(ints{10, 10, 10, 0, 0, 5, 6, 0, 0, 5, 5, 0, 0, 5, 4, 1, 0}), Bowling(nil), Bowling(ints{11}), Bowling(ints{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5}), Bowling(ints{10, 10, 10, 0, 0, 5, 4, 0, 0, 5, 5, 0, 0, 5, 4, 1, 1})}},
		{Name: "Photo", Reach: Photo("IMG_9999.jpg"), Near: []bool{
			Photo("IMG_9990.jpg"), Photo("IMG_99999.jpg"), Photo("IMG9999.jpg"), Photo("IMG_9999.png"), Photo("IMG_99x9.jpg"), Photo("IMG_.jpg")}},
		{Name: "Rhyme", Reach: Rhyme("flight", "eght"), Near: []bool{
			Rhyme("flight", "light"), Rhyme("flight", "fght"), Rhyme("flight", "eigh"), Rhyme("fly", "sky"), Rhyme("xeight", "ight"), Rhyme("weight", "eight"), Rhyme("flight", "eighty"), Rhyme("bought", "eight")}},
		{Name: "Color", Reach: Color("#d0a020"), Near: []bool{
			Color("#d0a021"), Color("#d1a01f"), Color("#a0d020"), Color("d0a0200"), Color("#d0a0200"), Color("#D0A020")}},
		{Name: "Rotation", Reach: Rotation("oabcdg", "goabcd"), Near: []bool{
			Rotation("goabcd", "goabcd"), Rotation("oabcdg", "abcdgo"), Rotation("oabcg", "goabc"), Rotation("oabcag", "goabca"), Rotation("oabcdg", "gabcdo"), Rotation("oabcdg", "goabcde"), Rotation("oab1dg", "goab1d")}},
		{Name: "Acronym", Reach: Acronym("so can use but also"), Near: []bool{
			Acronym("so can use but all"), Acronym("so can use by also"), Acronym("so can but use also"), Acronym("so can use but Also"), Acronym("so can use but"), Acronym("")}},
		{Name: "Duration", Reach: Duration("2h5m30s"), Near: []bool{
			Duration("2h5m31s"), Duration("1h65m30s"), Duration("5m2h30s"), Duration("2h5m30"), Duration("125m30s"), Duration("2h5m30s0"), Duration("2h5m30d"), Duration("h2m5s30"), Duration("2h30s")}},
		{Name: "Csv", Reach: Csv(`a,"b,,""",c,`), Near: []bool{
			Csv(`a,"b,,",c,`), Csv(`a,"b,""",c,`), Csv(`a,"b,,""",c`), Csv(`a,"b,,"""c,,`), Csv(`a,b",,""",c,`), Csv(`a,"b,,"",c,`)}},
		{Name: "Dna", Reach: Dna([]byte("CATGGGACCCGGTAAATAA")), Near: []bool{
			Dna([]byte("ATGGGACCCGGTAAATAA")), Dna([]byte("CATGGGACCCGGTAAATA")), Dna([]byte("CATGGGACCCGGTTAA")), Dna([]byte("CATGGGACCCGCTAAATAA")), Dna([]byte("CATGGGACCCGGTAAATAN")), Dna([]byte(""))}},
		{Name: "Rpn", Reach: Rpn("7911++*"), Near: []bool{
			Rpn("791+1+*"), Rpn("7911++"), Rpn("7811++*"), Rpn("7911++*+"), Rpn("7911++/"), Rpn("77"), Rpn(""), Rpn("7911-+*")}},
		{Name: "Tags", Reach: Tags("<a><b><c/></b><d></d></a>"), Near: []bool{
			Tags("<a><b><c></c></b><d></d></a>"), Tags("<a><b><c/></b></a>"), Tags("<a><b></b><c/><d></d></a>"), Tags("<a><b><c/></a><d></d></b>"), Tags("<a><b><c/></b><d></d></a><"), Tags("<a><b><c/></b><d></d>"), Tags("<a><b><c/></b><></></a>"), Tags(""), Tags("<a><b><c/></b><d</d></a>"), Tags("a"), Tags("<a><b><c><d/></c></b></a>")}},
		{Name: "Script", Reach: Script("a=6;b=a+a;c=b+b;"), Near: []bool{
			Script("a=5;b=a+a;c=b+b;"), Script("a=6;c=a+a+a+a;"), Script("a=6;b=a+a;c=b+6+6;"), Script("a=6;b=a+a;c=b+b"), Script("a=6;b=a+a;c=b+d;"), Script("a=6;b=a+a;b=b+b;"), Script("a=6;b=a-a;c=b+b;"), Script(""), Script("6=a;b=a;c=b;"), Script("a6;b=a;c=b;")}},
		{Name: "Alarm", Reach: Alarm(true, true, 0b11111, 5634), Near: []bool{
			Alarm(false, true, 0b11111, 5634), Alarm(true, false, 0b11111, 5634), Alarm(true, true, 0b111110, 5634), Alarm(true, true, 0b11111, 1234), Alarm(true, true, 0b11111, 5635), Alarm(true, true, 0b111111, 5634), Alarm(true, true, 0b1001111, 5634)}},
		{Name: "Hamming", Reach: Hamming(20), Near: []bool{
			Hamming(52), Hamming(21), Hamming(84), Hamming(148), Hamming(32)}},
		{Name: "Lights", Reach: Lights(ints{0, 2, 4, 1, 6, 2}), Near: []bool{
			Lights(ints{0, 4, 1, 6}), Lights(ints{0, 2, 4, 1, 6, 3}), Lights(ints{0, 2, 2, 4, 1, 6}), Lights(ints{0, 2, 4, 1, 7, 2}), Lights(ints{0, 2, 4, 1, 6, 2, 5, 3})}},
		{Name: "Ferry", Reach: Ferry([]byte("g-wgc-g")), Near: []bool{
			Ferry([]byte("g-wgc-")), Ferry([]byte("g-wgc-w")), Ferry([]byte("w-g")), Ferry([]byte("g-wc")), Ferry([]byte("g-w-c-g")), Ferry([]byte("gg-")), Ferry([]byte("g-wgc-x")), Ferry([]byte("g-wgw")), Ferry([]byte("g")), Ferry([]byte("g-w")), Ferry([]byte("g-wgc")), Ferry([]byte("g-g"))}},
		{Name: "Stats", Reach: Stats(ints{1, 2, 3, 5, 12, 12, 21}), Near: []bool{
			Stats(ints{1, 2, 3, 5, 12, 11, 21}), Stats(ints{1, 2, 3, 6, 12, 11, 21}), Stats(ints{1, 2, 3, 5, 12, 11, 22}), Stats(ints{1, 2, 3, 5, 5, 12, 12, 21}), Stats(ints{-1, 2, 5, 5, 13, 13, 19})}},
		{Name: "Heap", Reach: Heap(ints{1, 10, 2, 11, 12, 3, 4, 13, 14, 15, 16, 5}), Near: []bool{
			Heap(ints{1, 10, 2, 11, 12, 3, 4, 13, 14, 15, 16, 11}), Heap(ints{1, 10, 2, 11, 12, 3, 4, 13, 14, 15, 16}), Heap(ints{1, 10, 2, 11, 12, 5, 4, 13, 14, 15, 16, 5}), Heap(ints{1, 10, 2, 11, 12, 3, 4})}},
		{Name: "Rain", Reach: Rain(ints{5, 1, 5, 1, 5, 1, 5}), Near: []bool{
			Rain(ints{5, 1, 5, 1, 5, 2, 5}), Rain(ints{5, 1, 5, 5, 5, 1, 1, 5}), Rain(ints{5, 1, 5, 1, 5, 1, 4}), Rain(ints{0, 0, 0, 0, 0, 0, 5, 1, 5, 1, 5, 1, 5}), Rain(ints{10, 1, 5, 1, 5, 1, 5}), Rain(nil), Rain(ints{5, 1, 5, 1, 5})}},
		{Name: "Cycles", Reach: Cycles(ints{1, 0, 3, 4, 2, 6, 7, 8, 5}), Near: []bool{
			Cycles(ints{1, 0, 3, 2, 5, 6, 7, 8, 4}), Cycles(ints{1, 2, 0, 4, 5, 3, 7, 8, 6}), Cycles(ints{0, 2, 3, 4, 1, 6, 7, 8, 5}), Cycles(ints{1, 0, 3, 4, 2, 6, 7, 8, 6}), Cycles(ints{1, 0, 3, 4, 2, 6, 7, 8, 9}), Cycles(ints{1, 2, 3, 4, 5, 6, 7, 8, 0}), Cycles(nil)}},
		{Name: "Wrap", Reach: Wrap(98, 58), Near: []bool{
			Wrap(97, 59), Wrap(98, 59), Wrap(-98, -2), Wrap(58, 98), Wrap(-30, -70), Wrap(58, -98), Wrap(100, 56), Wrap(127, -128)}},
		{Name: "Triangle", Reach: Triangle(10, 24, 26), Near: []bool{
			Triangle(24, 10, 26), Triangle(10, 23, 27), Triangle(9, 12, 15), Triangle(-60, 60, 60), Triangle(20, 15, 25)}},
		{Name: "Emirp", Reach: Emirp(953), Near: []bool{
			Emirp(701), Emirp(179), Emirp(881), Emirp(827), Emirp(959), Emirp(787)}},
		{Name: "Order", Reach: Order(5, 101), Near: []bool{
			Order(4, 101), Order(5, 103), Order(5, 25), Order(76, 101), Order(2, 101), Order(50, 100), Order(51, 101), Order(10, 101)}},
		{Name: "Saddle", Reach: Saddle([][]int{{1, 60, 2}, {10, 50, 20}, {3, 70, 4}}), Near: []bool{
			Saddle([][]int{{1, 60, 2}, {10, 51, 20}, {3, 70, 4}}), Saddle([][]int{{10, 50, 20}, {1, 60, 2}, {3, 70, 4}}), Saddle([][]int{{1, 60, 2}, {10, 50, 20}, {3, 40, 4}}), Saddle([][]int{{1, 60, 60}, {10, 50, 50}, {3, 70, 70}}), Saddle([][]int{{1, 60, 2}, {10, 50}, {3, 70, 4}}), Saddle([][]int{{1, 60}, {10, 50}, {3, 70}}), Saddle([][]int{{10, 50, 20}, {3, 70, 4}}), Saddle(nil)}},
		{Name: "Friends", Reach: Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {1, 5}}), Near: []bool{
			Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {0, 4}, {1, 5}}), Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}}), Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {0, 4}}), Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {5, 1}}), Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {1, 4}}), Friends(pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {1, 6}})}},
		{Name: "Distance", Reach: Distance("sitting"), Near: []bool{
			Distance("kitting"), Distance("sittin"), Distance("smitten"), Distance("sitbing"), Distance("Sitting"), Distance("sitteng"), Distance("vacancy")}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "fourth", reaches())
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and none
// changes its input.
func TestNoPanics(t *testing.T) {
	number := rapid.OneOf(rapid.Int(), rapid.IntRange(-3, 60), rapid.IntRange(0, 1000))
	elements := []*rapid.Generator[int]{number, rapid.IntRange(0, 6), rapid.IntRange(1, 6), rapid.IntRange(0, 8), rapid.IntRange(0, 10), rapid.IntRange(0, 150)}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`IMG_[0-9+-]*\.jpg`), rapid.StringMatching(`#[0-9a-f]{6}`), rapid.StringMatching(`([a-c]{2,4} )*`),
		rapid.StringMatching(`([0-9]{1,2}[hms])*`), rapid.StringMatching(`[a",]*`), rapid.StringMatching(`[ACGT]*(ATG)?[ACGT]*`), rapid.StringMatching(`[0-9+*-]*`),
		rapid.StringMatching(`(<[ab]>|</[ab]>|<c/>|[<>/a])*`), rapid.StringMatching(`([a-c]=[0-9a-c](\+[0-9a-c])*;)*[a-c=+;]?`), rapid.StringMatching(`[wgc-]*`), rapid.StringMatching(`[kiten]{7}`))
	rapid.Check(t, func(t *rapid.T) {
		n, m := number.Draw(t, "n"), number.Draw(t, "m")
		of := rapid.SampledFrom(elements).Draw(t, "of")
		a := rapid.SliceOfN(of, 0, 20).Draw(t, "a")
		b := rapid.SliceOfN(of, len(a), len(a)).Draw(t, "b")
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}).Draw(t, "order")
		s, word := text.Draw(t, "s"), text.Draw(t, "word")
		width := rapid.IntRange(0, 5).Draw(t, "width")
		rows := rapid.SliceOfN(rapid.SliceOfN(of, width, rapid.IntRange(width, 6).Draw(t, "widest")), 0, 6).Draw(t, "rows")
		var pairs [][2]int
		for i := range min(len(a), rapid.IntRange(7, 9).Draw(t, "pairs")) {
			pairs = append(pairs, [2]int{min(a[i], b[i]), max(a[i], b[i])})
		}
		bytes := []byte(s)
		lists, table, friends := [][]int{slices.Clone(a), slices.Clone(b), slices.Clone(order)}, [][]int{}, slices.Clone(pairs)
		for _, row := range rows {
			table = append(table, slices.Clone(row))
		}
		reached := []bool{
			Savings(n, a), Savings(150, a), Race(a, b), Race(a, a), Race(a, order), Rhyme(s, word), Rhyme("x"+s, s), Rotation(s, word), Rotation(s, s), Dna(bytes), Ferry(bytes),
			Alarm(n%2 == 0, m%2 == 0, uint16(n), m), Hamming(uint16(n)), Wrap(int8(n), int8(m)), Triangle(int32(n), int32(m), int32(n+m)), Emirp(n), Order(int64(n), int64(m)),
			Saddle(rows), Friends(pairs), Heap(slices.Sorted(slices.Values(a))), Cycles(order),
		}
		for _, f := range []func([]int) bool{Grades, Bowling, Lights, Stats, Heap, Rain, Cycles} {
			reached = append(reached, f(a))
		}
		for _, f := range []func(string) bool{Photo, Color, Acronym, Duration, Csv, Rpn, Tags, Script, Distance} {
			reached = append(reached, f(s))
		}
		if !slices.EqualFunc(lists, [][]int{a, b, order}, slices.Equal) || !slices.EqualFunc(table, rows, slices.Equal) || !slices.Equal(friends, pairs) || string(bytes) != s {
			t.Errorf("an input was changed: now %v, %v, %v, %v, %v, %q", a, b, order, rows, pairs, bytes)
		}
		t.Log(reached)
	})
}
