package fitnex

import (
	"slices"
	"strings"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"

	"pgregory.net/rapid"
)

func reaches() []reach.Case {
	return []reach.Case{
		{Name: "TestLoop", Reach: TestLoop(90, times(20, 15)), Near: []bool{
			TestLoop(90, times(19, 15)), TestLoop(90, times(21, 15)), TestLoop(91, times(20, 15)), TestLoop(91, times(19, 15)), TestLoop(90, times(20, 16))}},
		{Name: "CountSteps", Reach: CountSteps(7, times(15, 4)), Near: []bool{
			CountSteps(7, times(14, 4)), CountSteps(7, times(16, 4)), CountSteps(10, times(14, 4)), CountSteps(7, append(times(15, 4), 101))}},
		{Name: "TwoCounters", Reach: TwoCounters(append(times(7, -1001), times(14, 1001)...)), Near: []bool{
			TwoCounters(append(times(6, -1001), times(12, 1001)...)), TwoCounters(append(times(8, -1001), times(16, 1001)...)),
			TwoCounters(append(times(7, -1001), times(13, 1001)...)), TwoCounters(append(times(7, -1000), times(14, 1001)...)), TwoCounters(append(times(7, -1001), times(14, 1000)...))}},
		{Name: "LoopExample", Reach: LoopExample(append([]int{44}, times(4, -60)...)), Near: []bool{
			LoopExample(append([]int{33}, times(3, -60)...)), LoopExample(append([]int{44}, times(5, -60)...)), LoopExample(append([]int{45}, times(4, -60)...)), LoopExample(nil), LoopExample(times(100, 1))}},
		{Name: "HelloWorld", Reach: HelloWorld("Hello World!"), Near: []bool{
			HelloWorld("HelloWorld!"), HelloWorld("Hello World"), HelloWorld("hello World!"), HelloWorld("Hell World!")}},
		{Name: "Markup", Reach: Markup("<b>go</b>"), Near: []bool{
			Markup("<b>g</b>"), Markup("<b>og</b>"), Markup("b>go</b>"), Markup("<b>go<b>"), Markup("<b></b>"), Markup("<b>")}},
		{Name: "CountLetter", Reach: CountLetter(strings.Repeat("z", 18) + "ab"), Near: []bool{
			CountLetter(strings.Repeat("z", 18)), CountLetter(strings.Repeat("z", 17) + "abc"), CountLetter(strings.Repeat("z", 19) + "a"), CountLetter(strings.Repeat("z", 18) + "a1")}},
		{Name: "Palindrome", Reach: Palindrome("xabcxcbax"), Near: []bool{
			Palindrome("xabxbax"), Palindrome("xabcxcbaa"), Palindrome("xabcdcbax"), Palindrome("xaBcxcBax"), Palindrome("xabccbax"), Palindrome("xxbcxcbxx")}},
		{Name: "Number", Reach: Number("1729"), Near: []bool{
			Number("-1729"), Number("1728"), Number("17290"), Number("729"), Number("1729 "), Number("100001729"), Number("")}},
		{Name: "Echo", Reach: Echo("abcde=abcde+1"), Near: []bool{
			Echo("abcd=abcd+1"), Echo("abcde=abcdf+1"), Echo("abcde=abcde+2"), Echo("abcde=abcde"), Echo("abcde=abc"), Echo("abcde"), Echo("abcdE=abcdE+1")}},
		{Name: "Tokens", Reach: Tokens("a 1 b 2 c"), Near: []bool{
			Tokens("a 1 b 2"), Tokens("a 1 b c"), Tokens("a 1 b 2 c 3"), Tokens("a 1 b 2-c"), Tokens("a 1 b 2 c d"), Tokens("")}},
		{Name: "Brackets", Reach: Brackets(nested(15)), Near: []bool{
			Brackets(nested(14)), Brackets(nested(16)), Brackets(nested(15)[1:]), Brackets(nested(15)[:29]), Brackets(nested(15) + " ")}},
		{Name: "Pascal", Reach: Pascal("program X; begin end."), Near: []bool{
			Pascal("program X begin end."), Pascal("program X; begin end"), Pascal("program X; begin end.."), Pascal("program ; begin end."), Pascal("program X; begin."), Pascal("program X; end."), Pascal("programX; begin end."), Pascal("")}},
		{Name: "Flags", Reach: Flags(0, 2003, 1001), Near: []bool{
			Flags(2003, 0, 1001), Flags(1, 2004, 1002), Flags(1000, 1003, 1001), Flags(0, 2004, 1001), Flags(0, 2003, 1003)}},
		{Name: "Lock", Reach: Lock([]int{3, 1, 4, 1, 5, 9}), Near: []bool{
			Lock([]int{3, 1, 4, 1, 5}), Lock([]int{3, 1, 4, 1, 5, 8}), Lock([]int{3, 1, 4, 1, 5, 9, 9}), Lock([]int{3, 1, 4, 2, 5, 9}), Lock(nil)}},
		{Name: "Turnstile", Reach: Turnstile(events(15)), Near: []bool{
			Turnstile(events(14)), Turnstile(events(16)), Turnstile(events(15)[1:]), Turnstile(append(events(15), "ppp"...))}},
		{Name: "Retry", Reach: Retry(append([]int{500, 200}, times(16, 500)...)), Near: []bool{
			Retry(append([]int{500, 200}, times(15, 500)...)), Retry(append([]int{200}, times(16, 500)...)), Retry(append([]int{500, 200, 500, 200}, times(16, 500)...)), Retry(append([]int{500, 200, 404}, times(16, 500)...))}},
		{Name: "Sorted", Reach: Sorted([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11}), Near: []bool{
			Sorted([]int{1, 2, 3, 4, 5, 6, 7, 8, 9}), Sorted([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), Sorted([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 9}), Sorted([]int{2, 1, 3, 4, 5, 6, 7, 8, 9, 11})}},
		{Name: "FindBinary", Reach: FindBinary(count(1, 8), 1), Near: []bool{
			FindBinary(count(1, 7), 1), FindBinary(count(1, 8), 2), FindBinary(count(1, 8), 0), FindBinary([]int{1, 2, 3, 4, 5, 6, 8, 7}, 1), FindBinary(nil, 1)}},
		{Name: "Permutation", Reach: Permutation([]int{1, 2, 4, 5, 3}), Near: []bool{
			Permutation([]int{1, 2, 4, 3}), Permutation([]int{1, 2, 3, 4, 5}), Permutation([]int{1, 2, 4, 5, 4}), Permutation([]int{1, 2, 4, 6, 3}), Permutation([]int{1, 2, 4, 5, 0}), Permutation([]int{2, 1, 4, 5, 3})}},
		{Name: "Checksum", Reach: Checksum([]int{5, 1, 5, 1, 5, 1, 1, 2}), Near: []bool{
			Checksum([]int{5, 1, 5, 1, 5, 1, 1, 3}), Checksum([]int{5, 1, 5, 1, 5, 1, 5, 3}), Checksum([]int{5, 1, 5, 1, 5, 1, 1}), Checksum([]int{5, 1, 5, 1, 5, 1, 1, 2, 0}), Checksum([]int{5, 0, 5, 1, 5, 1, 1, 3}), Checksum([]int{5, 1, 5, 1, 5, 1, 1, 12})}},
		{Name: "Stairs", Reach: Stairs(count(1, 17)), Near: []bool{
			Stairs(count(1, 16)), Stairs(count(1, 18)), Stairs(append(count(1, 9), count(11, 18)...)), Stairs(times(17, 1))}},
		{Name: "Quadratic", Reach: Quadratic(1, -6, 0), Near: []bool{
			Quadratic(1, -7, 0), Quadratic(1, -6, 1), Quadratic(0, -6, 0), Quadratic(1, 6, 0), Quadratic(1, -6, 50), Quadratic(10, -60, 0), Quadratic(2, -11, 5)}},
		{Name: "GCD", Reach: GCD(7, 147), Near: []bool{
			GCD(7, 140), GCD(7, 154), GCD(6, 126), GCD(7, 148), GCD(0, 7), GCD(7, 507)}},
		{Name: "Date", Reach: Date(29, 2, 2000), Near: []bool{
			Date(28, 2, 2000), Date(29, 2, 1900), Date(29, 2, 2001), Date(30, 2, 2000), Date(1, 3, 2000), Date(60, 1, 2000), Date(29, 14, 2000), Date(29, 2, 2104)}},
		{Name: "Allocate", Reach: Allocate(3, 4096), Near: []bool{
			Allocate(2, 4096), Allocate(4, 4096), Allocate(3, 4095), Allocate(1, 12288), Allocate(1<<20, 1<<12+3), Allocate(-3, -4096)}},
		{Name: "Remainders", Reach: Remainders(1073), Near: []bool{
			Remainders(968), Remainders(1074), Remainders(1076), Remainders(1088), Remainders(1078), Remainders(10103), Remainders(-1073)}},
		{Name: "Bubble", Reach: Bubble([]int{7, 6, 5, 4, 3, 2, 1}), Near: []bool{
			Bubble([]int{7, 6, 5, 4, 3, 1, 2}), Bubble([]int{6, 5, 4, 3, 2, 1}), Bubble([]int{7, 6, 5, 4, 3, 2, 1, 0}), Bubble(append([]int{7, 6, 5, 4, 3, 2, 1}, 8, 9, 10, 11)), Bubble(nil)}},
		{Name: "RowSums", Reach: RowSums(rows(6)), Near: []bool{
			RowSums(rows(5)), RowSums(rows(7)), RowSums(append(rows(5), []int{9, 9, 3})), RowSums(append(rows(5), []int{9, 11, 0})), RowSums(append(rows(6), []int{20}))}},
		{Name: "Overlaps", Reach: Overlaps([][2]int{{0, 3}, {1, 4}, {2, 5}, {4, 7}, {8, 9}}), Near: []bool{
			Overlaps([][2]int{{0, 3}, {1, 4}, {2, 5}, {4, 7}}), Overlaps([][2]int{{0, 3}, {1, 4}, {2, 5}, {5, 7}, {8, 9}}), Overlaps([][2]int{{0, 3}, {1, 4}, {2, 5}, {4, 7}, {6, 9}}), Overlaps([][2]int{{0, 3}, {1, 4}, {2, 5}, {4, 7}, {9, 9}})}},
	}
}

func times(n, v int) []int { return slices.Repeat([]int{v}, n) }

func count(from, to int) []int {
	var list []int
	for v := from; v <= to; v++ {
		list = append(list, v)
	}
	return list
}

func nested(n int) string { return strings.Repeat("(", n) + strings.Repeat(")", n) }

func events(n int) []byte { return []byte(strings.Repeat("cp", n)) }

func rows(n int) [][]int { return slices.Repeat([][]int{{9, 9, 2}}, n) }

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "first", reaches())
}

// TestLoopExampleTrap shows that sum > 100 never holds: whatever is behind it
// happens as it would without it, for all short lists over the numbers that
// matter and for lists whose sum is the greatest there is.
func TestLoopExampleTrap(t *testing.T) {
	free := func(a []int) bool {
		drops := 0
		for _, v := range a {
			if v < -50 {
				drops++
			}
		}
		return drops >= 4 && a[0] == 11*drops
	}
	numbers := []int{-51, -50, 0, 44, 55}
	reached := 0
	var all func(a []int)
	all = func(a []int) {
		if got := LoopExample(a); got != free(a) {
			t.Errorf("LoopExample(%v) = %v", a, got)
		} else if got {
			reached++
		}
		if len(a) < 6 {
			for _, v := range numbers {
				all(append(a[:len(a):len(a)], v))
			}
		}
	}
	all(nil)
	// of length 5: 44 and 4 drops; of length 6: 44, 4 drops and one of 4 others
	// at 5 places, or 55 and 5 drops
	if reached != 1+4*5+1 {
		t.Errorf("%d short lists reach the target", reached)
	}
	for _, positive := range []int{99, 100, 101, 150} {
		a := append([]int{44}, times(positive-1, 1)...)
		a = append(a, times(4, -60)...)
		if !LoopExample(a) {
			t.Errorf("%d positive numbers stand in the way of the target", positive)
		}
	}
}

// TestPascal compares programs that the grammar derives with what the parser
// says, and with the same programs short of one character.
func TestPascal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"X", "ab", "ends", "c3"})
		var sum, statement, block func(depth int) string
		sum = func(depth int) string {
			s := rapid.SampledFrom([]string{"1", "42", "x"}).Draw(t, "operand")
			if depth > 0 && rapid.Bool().Draw(t, "nested") {
				s = "(" + sum(depth-1) + ")"
			}
			if depth > 0 && rapid.Bool().Draw(t, "longer") {
				s += rapid.SampledFrom([]string{"+", " - "}).Draw(t, "sign") + sum(depth-1)
			}
			return s
		}
		statement = func(depth int) string {
			kind := rapid.IntRange(0, 3).Draw(t, "statement")
			switch {
			case kind == 1:
				return word.Draw(t, "name") + " := " + sum(2)
			case kind == 2 && depth > 0:
				return "while " + sum(1) + " do " + statement(depth-1)
			case kind == 3 && depth > 0:
				return block(depth - 1)
			}
			return ""
		}
		block = func(depth int) string {
			s := "begin " + statement(depth)
			for rapid.Bool().Draw(t, "another") {
				s += "; " + statement(depth)
			}
			return s + " end"
		}
		source := "program " + word.Draw(t, "name") + ";\n"
		if rapid.Bool().Draw(t, "declares") {
			source += "var a, b : int; c : int; "
		}
		source += block(3) + "."
		if !Pascal(source) {
			t.Fatalf("%q is not legal", source)
		}
		if Pascal(source[:len(source)-1]) || Pascal(source[1:]) || Pascal(source+"x") || Pascal(strings.Replace(source, "begin", "", 1)) {
			t.Fatalf("%q is legal with less or more", source)
		}
	})
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and
// none changes its input.
func TestNoPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m, k := rapid.Int().Draw(t, "n"), rapid.Int().Draw(t, "m"), rapid.Int().Draw(t, "k")
		small := rapid.IntRange(-3, 12)
		a := rapid.SliceOfN(rapid.OneOf(small, rapid.Int()), 0, 20).Draw(t, "a")
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z0-9<>/=+() ]*`), rapid.StringMatching(`(program|var|begin|end|while|do|x|1|[ ;:=.()+,])*`)).Draw(t, "text")
		i32 := rapid.OneOf(rapid.Int32(), rapid.Int32Range(-60, 60))
		p, q, r := i32.Draw(t, "p"), i32.Draw(t, "q"), i32.Draw(t, "r")
		matrix := rapid.SliceOfN(rapid.SliceOfN(small, 0, 4), 0, 8).Draw(t, "matrix")
		var spans [][2]int
		for i := 1; i < len(a); i += 2 {
			spans = append(spans, [2]int{a[i-1], a[i]})
		}
		before := slices.Clone(a)
		reached := []bool{
			TestLoop(n, a), CountSteps(n, a), Flags(n, m, k), Turnstile([]byte(text)), FindBinary(a, n), FindBinary(slices.Sorted(slices.Values(a)), n),
			Quadratic(p, q, r), Allocate(p, q), GCD(n, m), GCD(int(p), int(q)), Date(int(p), int(q), 1950+int(r)), Date(n, m, k), Remainders(n),
			RowSums(matrix), Overlaps(spans),
		}
		for _, f := range []func([]int) bool{TwoCounters, LoopExample, Lock, Retry, Sorted, Permutation, Checksum, Stairs, Bubble} {
			reached = append(reached, f(a))
		}
		for _, f := range []func(string) bool{HelloWorld, Markup, CountLetter, Palindrome, Number, Echo, Tokens, Brackets, Pascal} {
			reached = append(reached, f(text))
		}
		if !slices.Equal(a, before) {
			t.Errorf("%v became %v", before, a)
		}
		t.Log(reached)
	})
}
