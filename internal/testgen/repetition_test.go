package testgen

import (
	"strings"
	"testing"
)

// TestRepetition: a repetition is a loop, over an integer where the module's version of Go has that. Its variable has a name of its own.
func TestRepetition(t *testing.T) {
	const source = `package p

type I struct{ sum int }

func New() *I { return &I{} }

func (i *I) Add(n int) { i.sum += n }

func (i *I) Double() { i.sum *= 2 }

func (i *I) Sum() int { return i.sum }
`
	for version, loops := range map[string]string{
		"1.21": `for i2 := 0; i2 < 9; i2++ {
			i.Add(i2)
		}
		for i2 := 3; i2 > 0; i2-- {
			i.Add(i2)
		}
		for i2 := 0; i2 < 2; i2++ {
			i.Double()
		}`,
		"1.22": `for i2 := range 9 {
			i.Add(i2)
		}
		for i2 := 3; i2 > 0; i2-- {
			i.Add(i2)
		}
		for range 2 {
			i.Double()
		}`,
	} {
		pkg := module(t, map[string]string{"go.mod": "module example.com/p\n\ngo " + version + "\n", "a.go": source})
		s, err := emit(pkg, parseChoices(t, pkg, `
			choice *I
			alt New | | $(example.com/p).New() | runs
			step Add | n int | $0.Add($1)
			repeat Add | times int | $0.Add($i) |
			repeat Add | times int | $0.Add($i) | down
			repeat Double | times int | $0.Double() |`).cases(t, pkg, `
			func (*I).Sum
			case 0 5 0 1 1 9 2 3 3 2 => 172 ; 1 172
			cover a.go:11:1/T`), goldenHeader)
		if err != nil {
			t.Fatal(err)
		}
		s, _ = verified(t, s, quick)
		want := `	t.Run("returns 172", func(t *testing.T) {
		i := New()
		i.Add(1)
		` + loops + `
		if got := i.Sum(); got != 172 {`
		if got := textOf(s); !strings.Contains(got, want) {
			t.Errorf("go %s: emitted\n%s\nwant in it\n%s", version, got, want)
		}
	}
}
