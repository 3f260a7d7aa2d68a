package campaign

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/experiment/kinds"
)

const several = `
name = "several"
task = "fake"
seeds = 1
measures = ["value"]

[[subject]]
name = "a"
scale = [1, 2]
parts = 2

[[subject]]
name = "b"

[[arm]]
name = "x"
[[arm]]
name = "y"
fixed = true
[[budget]]
sleep = "1ms"

[[analysis.primary]]
claim = "x is more"
measure = "value"
arm = "x"
against = "y"
subjects = ["a/2/*"]
by = "group"
ratio = true
margin = 1.1
least = 2
`

// Subjects that one of the file stands for take its place, and contrasts can name them.
func TestExpand(t *testing.T) {
	c := parse(t, several)
	var got []string
	for _, s := range c.Subjects {
		got = append(got, s.Name+" of "+s.Group+" "+s.Options.String())
	}
	want := []string{
		`a/1/part1 of a/1 {"part":1,"scale":1}`, `a/1/part2 of a/1 {"part":2,"scale":1}`,
		`a/2/part1 of a/2 {"part":1,"scale":2}`, `a/2/part2 of a/2 {"part":2,"scale":2}`,
		`b of b {}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("subjects\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	x := c.Analysis.Primary[0]
	if !slices.Equal(x.Subjects, []string{"a/2/part1", "a/2/part2"}) || !x.Groups || !x.Ratio || x.Least != 2 || x.Margin != 1.1 {
		t.Errorf("contrast %+v", x)
	}
}

// Faults of what stands for several are told with the line of the subject.
func TestExpandFaults(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"parts = 2", "parts = 10", "c.toml:7: there are at most 9 parts"},
		{"name = \"b\"", "name = \"a/1/part2\"", "c.toml:12: the subject of line 7 is named a/1/part2 too; give one of them a name"},
		{"subjects = [\"a/2/*\"]", "subjects = [\"a/3/*\"]", "c.toml:28: there is no subject a/3/*; "},
		{"by = \"group\"", "by = \"function\"", "c.toml:29: there is no unit function; "},
		{"ratio = true", "ratio = 1", "c.toml:30: ratio must be true or false"},
		{"margin = 1.1", "margin = 0.1", "c.toml:31: the margin of a ratio is a factor above 1, such as 1.05"},
		{"least = 2", "least = 1", "c.toml:32: least is a factor above 1 of a contrast with ratio = true"},
		{"least = 2", "hard = { arm = \"z\", measure = \"value\", least = 1 }", "c.toml:32: there is no arm z; "},
		{"least = 2", "hard = 3", "c.toml:32: hard is a table such as "},
	} {
		_, err := Parse("c.toml", strings.Replace(several, tt.old, tt.new, 1), kinds.All())
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s:\n%v\nwant\n%s", tt.new, err, tt.want)
		}
	}
}

// However many subjects stand for however many, their cells are those of all parts, in their order.
func TestExpandOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		text.WriteString("name = 'e'\ntask = 'fake'\nseeds = 1\nmeasures = ['value']\n[[arm]]\nname = 'x'\n[[budget]]\nsleep = '1ms'\n")
		var want []string
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching("[a-z]{1,5}"), 1, 5, rapid.ID).Draw(t, "names") {
			n := rapid.IntRange(0, 9).Draw(t, "parts")
			text.WriteString("[[subject]]\nname = '" + name + "'\nparts = " + string(rune('0'+n)) + "\n")
			for i := range n {
				want = append(want, name+"/part"+string(rune('1'+i)))
			}
			if n == 0 {
				want = append(want, name)
			}
		}
		c, err := Parse("c.toml", text.String(), kinds.All())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, cell := range c.Cells() {
			got = append(got, cell.Subject.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
