package cover

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nearmiss/internal/keep"
)

// fileOf makes the labels of a file whose conditions are at column 5 of some lines, and named.
func labelsOf(lines []int, name func(i int) string) *labels {
	l := &labels{places: map[string]map[spot]bool{}, named: map[string][]string{}, now: map[string]map[int]int{}}
	for i, line := range lines {
		place := placeName("a.go", line, 5)
		l.add(place)
		l.named[name(i)] = append(l.named[name(i)], place)
	}
	return l
}

// claimsOf makes a set with a row for each line.
func claimsOf(t *testing.T, lines []int, name func(i int) string) *keep.Set {
	t.Helper()
	rows := ""
	for i, line := range lines {
		rows += fmt.Sprintf("// a.go:%d:5/T\n{name: %q},\n", line, name(i))
	}
	s, err := keep.Parse(map[string][]byte{"x_test.go": []byte("package p\nfunc TestFBranches(t *testing.T) {\ntests := []struct{\nname string\n}{\n" + rows + "}\nfor _, tt := range tests {\nt.Run(tt.name, func(t *testing.T) { F() })\n}\n}\n")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Edits move lines, and the claims are found again: dense lines by the names of their rows, others
// by their distances.
func TestClaimsMoved(t *testing.T) {
	named := func(i int) string { return fmt.Sprintf("c == %d", i) }
	for name, tt := range map[string]struct {
		was, is []int
		name    func(i int) string
		want    []int // of each old claim; 0: gone
	}{
		"as it was":                     {[]int{3, 4, 9}, []int{3, 4, 9}, named, []int{3, 4, 9}},
		"three lines above":             {[]int{3, 4, 9}, []int{6, 7, 12}, func(int) string { return "" }, []int{6, 7, 12}},
		"one line above a dense switch": {[]int{3, 4, 5, 6}, []int{4, 5, 6, 7}, named, []int{4, 5, 6, 7}},
		"five lines between":            {[]int{3, 4, 9, 11, 12}, []int{3, 4, 14, 16, 17}, func(int) string { return "" }, []int{3, 4, 14, 16, 17}},
		"one is gone":                   {[]int{3, 40, 90}, []int{3, 90}, func(int) string { return "" }, []int{3, 0, 90}},
	} {
		l := labelsOf(tt.is, tt.name)
		l.find(claimsOf(t, tt.was, func(i int) string { return tt.name(i) + ", x" }))
		for i, line := range tt.was {
			want := ""
			if tt.want[i] > 0 {
				want = placeName("a.go", tt.want[i], 5) + "/T"
			}
			if got := l.current(placeName("a.go", line, 5) + "/T"); got != want {
				t.Errorf("%s: line %d is %q, want %q", name, line, got, want)
			}
		}
	}
}

// A case that is put into a dense switch moves those below it alone.
func TestClaimsInserted(t *testing.T) {
	was, is := []int{10, 11, 12, 13, 14, 15, 16, 17}, []int{10, 11, 12, 13, 14, 15, 16, 17, 18}
	l := labelsOf(is, func(i int) string {
		switch {
		case i < 3:
			return fmt.Sprintf("c == %d", i)
		case i == 3:
			return "c == 99"
		}
		return fmt.Sprintf("c == %d", i-1)
	})
	l.find(claimsOf(t, was, func(i int) string { return fmt.Sprintf("c == %d", i) }))
	for i, line := range was {
		want := line
		if i >= 3 {
			want++
		}
		if got := l.current(placeName("a.go", line, 5) + "/T"); got != placeName("a.go", want, 5)+"/T" {
			t.Errorf("line %d is %s, want %d", line, got, want)
		}
	}
}

// Without an edit every claim stays, however the lines lie and even if the names say nothing.
func TestClaimsStay(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var lines []int
		for line := 1; len(lines) < 60; line += 1 + rng.IntN(4) {
			lines = append(lines, line)
		}
		l := labelsOf(lines, func(i int) string { return fmt.Sprint(i % 3) })
		l.find(claimsOf(t, lines, func(i int) string { return fmt.Sprint("row ", i) }))
		for _, line := range lines {
			if place := placeName("a.go", line, 5) + "/F"; l.current(place) != place {
				t.Fatalf("seed %d: %s became %s", seed, place, l.current(place))
			}
		}
	}
}
