package report

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
)

// A scripted campaign has the value of each subject, arm and seed.
type scripted struct {
	subjects, arms []string
	seeds          []int
	analysis       string // tables [[analysis…]]
	value          func(subject, arm string, seed int) float64
}

// text returns the campaign file.
func (s scripted) text() string {
	var b strings.Builder
	seeds := strings.ReplaceAll(fmt.Sprint(s.seeds), " ", ", ")
	fmt.Fprintf(&b, "name = 'scripted'\ntask = 'fake'\nseeds = %s\nmeasures = ['value', 'curve']\n", seeds)
	for _, name := range s.subjects {
		fmt.Fprintf(&b, "[[subject]]\nname = %q\n", name)
	}
	for _, name := range s.arms {
		fmt.Fprintf(&b, "[[arm]]\nname = %q\n", name)
	}
	return b.String() + "[[budget]]\nsleep = '1ms'\n" + s.analysis
}

// report returns the report of all rows. A value of NaN is a row that is not there.
func (s scripted) report(t fataler) *Report {
	c, err := campaign.Parse("c.toml", s.text(), kinds.All())
	if err != nil {
		t.Fatalf("%v in\n%s", err, s.text())
	}
	r := &Report{Campaign: c, First: c, Rows: map[campaign.Key]*store.Row{}}
	for _, cell := range c.Cells() {
		if x := s.value(cell.Subject.Name, cell.Arm.Name, int(cell.Seed)); !math.IsNaN(x) {
			row := row(cell.Subject.Name, cell.Arm.Name, cell.Seed, "1ms", x)
			r.Rows[row.Key] = row
		}
	}
	return r
}

type fataler interface{ Fatalf(string, ...any) }

// contrast returns the table of a contrast.
func contrast(kind, claim, arm, against string) string {
	return fmt.Sprintf("[[analysis.%s]]\nclaim = %q\nmeasure = 'value'\narm = %q\nagainst = %q\n",
		kind, claim, arm, against)
}

// numbered returns names with a number.
func numbered(name string, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("%s%d", name, i+1))
	}
	return names
}

// everyWord is a campaign with a verdict of each kind. On the first subject all arms are level.
func everyWord() scripted {
	subjects := numbered("s", 13)
	return scripted{
		subjects: subjects, seeds: []int{1, 2, 3, 4, 5},
		arms: []string{"base", "more", "less", "near", "never", "mixed", "late"},
		analysis: contrast("primary", "more is more", "more", "base") +
			contrast("primary", "less is more", "less", "base") +
			contrast("primary", "near is more", "near", "base") +
			contrast("primary", "never is more", "never", "base") +
			contrast("primary", "mixed is more | or not", "mixed", "base") +
			contrast("primary", "late is more", "late", "base") +
			contrast("secondary", "more is more than less", "more", "less") +
			contrast("secondary", "late is more than less", "late", "less"),
		value: func(subject, arm string, seed int) float64 {
			i := slices.Index(subjects, subject)
			if i == 0 {
				return 1
			}
			sign := float64(2*(i%2) - 1)
			x := 0.5 + 0.01*float64(i) + 0.003*float64(seed)
			switch arm {
			case "more":
				return x + 0.1
			case "less":
				return x - 0.05*float64(i)
			case "near":
				return x + 0.002*sign
			case "never":
				if i <= 7 {
					return x + 0.001
				}
				return x - 0.3
			case "mixed":
				return x + 0.1*sign
			case "late":
				if i == 7 && seed >= 4 {
					return math.NaN()
				}
			}
			return x
		},
	}
}

func TestVerdictsGolden(t *testing.T) {
	r := everyWord().report(t)
	var got bytes.Buffer
	if err := r.Markdown(&got); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/verdicts.md"
	if *update {
		os.WriteFile(golden, got.Bytes(), 0o666)
	}
	if want, err := os.ReadFile(golden); err != nil || got.String() != string(want) {
		t.Errorf("%v: got\n%s\nwant\n%s", err, got.String(), want)
	}
	primary, _, err := r.verdicts(1000)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Word{Holds, Reversed, Equal, DoesNotHold, Undecided, NoVerdict} {
		if got := primary[i].Word; got != want {
			t.Errorf("%s: word %d, want %d", primary[i].Contrast.Claim, got, want)
		}
	}
}

// The example of package stats: eight subjects, equal on one of them. The arm that is lower everywhere keeps it from
// being level.
func TestWorkedExample(t *testing.T) {
	values := map[string][]float64{
		"paths":  {0.97, 1.00, 0.88, 0.93, 0.79, 0.99, 0.91, 0.96},
		"inputs": {0.92, 1.00, 0.81, 0.94, 0.60, 0.95, 0.88, 0.87},
		"low":    {0, 0, 0, 0, 0, 0, 0, 0},
	}
	s := scripted{
		subjects: numbered("s", 8), arms: []string{"paths", "inputs", "low"}, seeds: []int{1, 2, 3},
		analysis: contrast("primary", "paths have more", "paths", "inputs"),
	}
	s.value = func(subject, arm string, seed int) float64 {
		return values[arm][slices.Index(s.subjects, subject)] + 0.001*float64(seed-2)
	}
	text := strings.Replace(s.text(), "name = \"inputs\"", "name = \"inputs\"\nfixed = true", 1)
	r := s.report(t)
	var err error
	if r.Campaign, err = campaign.Parse("c.toml", text, kinds.All()); err != nil {
		t.Fatal(err)
	}
	for _, subject := range s.subjects {
		one := row(subject, "inputs", 0, "1ms", s.value(subject, "inputs", 2))
		r.Rows[one.Key] = one
	}
	primary, _, err := r.verdicts(1000)
	if err != nil {
		t.Fatal(err)
	}
	v := primary[0]
	if v.Rows != (Rows{Wanted: 8*3 + 8}) || v.For != 6 || v.Opposed != 1 || v.Same != 1 || v.Level != 0 {
		t.Errorf("%+v", v)
	}
	if v.Word != Holds || v.Differ != (PValue{1.0 / 32, 1.0 / 32}) || math.Abs(v.RankBiserial-0.89) > 0.005 {
		t.Errorf("p %v, want 0.0312; rank-biserial %v, want 0.89", v.Differ, v.RankBiserial)
	}
	if math.Abs(v.Equality.Raw-0.9844) > 0.00005 || v.Outside != 6 {
		t.Errorf("p %v, want 0.9844; %d subjects outside, want 6", v.Equality, v.Outside)
	}
	d := v.Difference
	if math.Abs(d.Estimate-0.045) > 1e-9 || d.Low > d.Estimate || d.High < d.Estimate || d.Low == d.High {
		t.Errorf("difference %v, want 0.045", d)
	}
	if a := v.Subjects[1].A12; a.Estimate != 0.5 || a.Low > 0.2 || a.High < 0.8 {
		t.Errorf("Â12 %v of three seeds around one value", a)
	}
}

// drawn is a campaign with values of a coarse grid, so that ties and level subjects occur.
func drawn(t *rapid.T) scripted {
	s := scripted{
		subjects: numbered("s", rapid.IntRange(1, 12).Draw(t, "subjects")), arms: numbered("a", 4), seeds: []int{1, 2, 3},
		analysis: contrast("primary", "one", "a1", "a2") + contrast("primary", "two", "a3", "a2") +
			contrast("secondary", "three", "a4", "a1"),
	}
	rise := map[string]int{}
	for _, arm := range s.arms {
		rise[arm] = rapid.IntRange(0, 2).Draw(t, "rise")
	}
	values := map[string]float64{}
	for _, subject := range s.subjects {
		ceiling := rapid.SampledFrom([]int{0, 100, 100}).Draw(t, "ceiling")
		for _, arm := range s.arms {
			for _, seed := range s.seeds {
				x := rapid.IntRange(0, 4).Draw(t, "value") + 3*rise[arm]
				values[fmt.Sprint(subject, arm, seed)] = float64(min(x, ceiling)) / 8
			}
		}
	}
	s.value = func(subject, arm string, seed int) float64 { return values[fmt.Sprint(subject, arm, seed)] }
	return s
}

func judged(t *rapid.T, s scripted) []Verdict {
	primary, secondary, err := s.report(t).verdicts(400)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return slices.Concat(primary, secondary)
}

// essence is what must not depend on the order of anything: all but the intervals, which are drawn.
func essence(v Verdict) string {
	slices.SortFunc(v.Subjects, func(a, b Subject) int { return strings.Compare(a.Name, b.Name) })
	return fmt.Sprint(v.Word, v.Rows, v.Subjects, v.For, v.Opposed, v.Same, v.Level, v.Difference.Estimate, v.RankBiserial,
		v.Differ, v.Equality, v.NotMore, v.Outside)
}

// A verdict does not depend on the order of subjects, arms, seeds and contrasts.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		before := judged(t, s)
		s.subjects = rapid.Permutation(s.subjects).Draw(t, "subjects")
		s.arms = rapid.Permutation(s.arms).Draw(t, "arms")
		s.seeds = rapid.Permutation(s.seeds).Draw(t, "seeds")
		for i, v := range judged(t, s) {
			if got, want := essence(v), essence(before[i]); got != want {
				t.Fatalf("%s\nin another order\n%s", want, got)
			}
		}
	})
}

// The rows come to the store in any order.
func TestRowOrder(t *testing.T) {
	s := everyWord()
	rows := s.report(t).list()
	rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	var got bytes.Buffer
	if err := loadedFrom(t, s.text(), rows...).Markdown(&got); err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile("testdata/verdicts.md"); err != nil || got.String() != string(want) {
		t.Errorf("%v: from the store\n%s\nwant\n%s", err, got.String(), want)
	}
}

// Arms that change places change the verdict to its opposite.
func TestSwap(t *testing.T) {
	opposite := map[Word][]Word{
		Holds: {Reversed}, Reversed: {Holds}, Equal: {Equal}, Exploratory: {Exploratory},
		DoesNotHold: {Undecided}, Undecided: {Undecided, DoesNotHold}, // of two contrasts, one side is not known
	}
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		there := judged(t, s)
		s.analysis = contrast("primary", "one", "a2", "a1") + contrast("primary", "two", "a2", "a3") +
			contrast("secondary", "three", "a1", "a4")
		back := judged(t, s)
		for i, v := range there {
			b := back[i]
			if !slices.Contains(opposite[v.Word], b.Word) {
				t.Errorf("verdict %d, swapped %d", v.Word, b.Word)
			}
			if v.Differ != b.Differ || v.Equality != b.Equality || v.Outside != b.Outside || v.Rows != b.Rows {
				t.Errorf("%+v\nswapped\n%+v", v, b)
			}
			if v.For != b.Opposed || v.Opposed != b.For || v.Same != b.Same || v.Level != b.Level {
				t.Errorf("for %d, against %d; swapped %d, %d", v.For, v.Opposed, b.For, b.Opposed)
			}
			if v.RankBiserial != -b.RankBiserial || v.Difference.Estimate != -b.Difference.Estimate {
				t.Errorf("difference %v; swapped %v", v.Difference, b.Difference)
			}
			for j, subject := range v.Subjects {
				o := b.Subjects[j]
				if subject.Arm != o.Against || subject.Against != o.Arm ||
					math.Abs(subject.A12.Estimate-(1-o.A12.Estimate)) > 1e-12 {
					t.Errorf("subject %+v; swapped %+v", subject, o)
				}
			}
		}
	})
}

// Seeds are no subjects: the same values from three times as many seeds change no test.
func TestMoreSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		few := judged(t, s)
		s.seeds = []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
		value := s.value
		s.value = func(subject, arm string, seed int) float64 { return value(subject, arm, (seed-1)%3+1) }
		for i, v := range judged(t, s) {
			f := few[i]
			if v.Word != f.Word || v.Differ != f.Differ || v.Equality != f.Equality || v.NotMore != f.NotMore ||
				v.Difference.Estimate != f.Difference.Estimate {
				t.Errorf("%+v\nwith more seeds\n%+v", f, v)
			}
		}
	})
}

// A subject on which all arms are level is counted, and changes nothing else. An arm that is worse everywhere, and
// in no contrast, turns a level subject into one on which both arms have as much.
func TestLevelSubject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		before := judged(t, s)
		s.subjects = append(s.subjects, "ceiling")
		value := s.value
		worst := 1.0
		s.value = func(subject, arm string, seed int) float64 {
			switch {
			case arm == "a5" && subject == "ceiling":
				return worst
			case subject == "ceiling" || arm == "a5":
				return 1
			}
			return value(subject, arm, seed)
		}
		for i, v := range judged(t, s) {
			if v.Level != before[i].Level+1 || len(v.Subjects) != len(before[i].Subjects)+1 {
				t.Fatalf("%d of %d are level; before, %d of %d", v.Level, len(v.Subjects), before[i].Level, len(before[i].Subjects))
			}
			v.Level, v.Subjects, v.Rows, v.Contrast = before[i].Level, before[i].Subjects, before[i].Rows, before[i].Contrast
			if !reflect.DeepEqual(v, before[i]) {
				t.Fatalf("%+v\nwith a level subject\n%+v", before[i], v)
			}
		}
		s.arms, worst = append(s.arms, "a5"), 0
		for _, v := range judged(t, s) {
			if last := v.Subjects[len(v.Subjects)-1]; last.Level || v.Same == 0 {
				t.Fatalf("%+v is level, though an arm is worse", last)
			}
		}
	})
}

// What one contrast shows is not shown by it as one of four: six subjects within the margin have p = 2⁻⁶ in the tests
// of equality, and six that rise have p = 2⁻⁵ in the signed-rank test.
func TestCorrection(t *testing.T) {
	s := scripted{
		subjects: numbered("s", 6), arms: []string{"base", "near", "more", "mixed", "wild"}, seeds: []int{1, 2, 3},
		value: func(subject, arm string, seed int) float64 {
			i := float64(subject[1] - '0')
			sign := float64(2*(int(i)%2) - 1)
			return i + map[string]float64{"near": 0.001 * sign, "more": 0.1, "mixed": sign, "wild": 2 * sign}[arm]
		},
	}
	near, more := contrast("primary", "near", "near", "base"), contrast("primary", "more", "more", "base")
	others := contrast("primary", "mixed", "mixed", "base") + contrast("primary", "wild", "wild", "base")
	for _, tt := range []struct {
		analysis       string
		word           Word
		equality, more PValue
	}{
		{near, Equal, PValue{1.0 / 64, 1.0 / 64}, PValue{1.0 / 64, 1.0 / 64}},
		{near + more + others, Undecided, PValue{1.0 / 64, 4.0 / 64}, PValue{1.0 / 64, 4.0 / 64}},
		{more, Holds, PValue{1, 1}, PValue{1, 1}},
		{more + near + others, Undecided, PValue{1, 1}, PValue{1, 1}},
	} {
		s.analysis = tt.analysis
		primary, _, err := s.report(t).verdicts(400)
		if err != nil {
			t.Fatal(err)
		}
		if v := primary[0]; v.Word != tt.word || v.Equality != tt.equality || v.NotMore != tt.more {
			t.Errorf("%s: word %d, p %v, %v; want %d, %v, %v", v.Contrast.Claim, v.Word, v.Equality, v.NotMore,
				tt.word, tt.equality, tt.more)
		}
	}
}

// A subject with the same median everywhere is level where no run is better, or none worse; otherwise the arms have as
// much there.
func TestLevelIsAnExtreme(t *testing.T) {
	for _, tt := range []struct {
		runs  [3]float64 // of one arm; those of the other are all 1
		level bool
	}{
		{[3]float64{1, 1, 1}, true},
		{[3]float64{0.8, 1, 1}, true},
		{[3]float64{1, 1, 1.2}, true},
		{[3]float64{0.8, 1, 1.2}, false},
		{[3]float64{0.8, 0.8, 1}, false},
	} {
		s := scripted{
			subjects: []string{"s"}, arms: []string{"a", "b"}, seeds: []int{1, 2, 3},
			analysis: contrast("primary", "c", "a", "b"),
			value: func(_, arm string, seed int) float64 {
				if arm == "a" {
					return tt.runs[seed-1]
				}
				return 1
			},
		}
		primary, _, err := s.report(t).verdicts(400)
		if err != nil {
			t.Fatal(err)
		}
		if got := primary[0].Subjects[0].Level; got != tt.level || (primary[0].Level == 1) != tt.level {
			t.Errorf("%v: level %v, want %v", tt.runs, got, tt.level)
		}
	}
}

// A contrast that lacks a row has no verdict, and the others are corrected for it all the same.
func TestLackingRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		all := judged(t, s)
		subject, seed := rapid.SampledFrom(s.subjects).Draw(t, "subject"), rapid.IntRange(1, 3).Draw(t, "seed")
		r := s.report(t)
		key := campaign.Key{Subject: subject, Arm: "a3", Seed: uint64(seed), Budget: "sleep=1ms"}
		want := Rows{Wanted: 6 * len(s.subjects)}
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			delete(r.Rows, key)
			want.Missing = 1
		case 1:
			r.Rows[key].Error = "fails"
			want.Failed = 1
		case 2:
			delete(r.Rows[key].Numbers, "value")
			want.Unmeasured = 1
		}
		primary, secondary, err := r.verdicts(400)
		if err != nil {
			t.Fatal(err)
		}
		if v := primary[1]; v.Word != NoVerdict || v.Rows != want || len(v.Subjects) > 0 || v.Differ != (PValue{1, 1}) {
			t.Errorf("%+v", v)
		}
		one := primary[0]
		if one.Word == NoVerdict || one.Differ.Holm != min(1, 2*one.Differ.Raw) {
			t.Errorf("%+v", one)
		}
		if secondary[0].Word != all[2].Word {
			t.Errorf("%+v", secondary[0])
		}
	})
}

// A contrast that was named after the first row, or changed, says so.
func TestPlanned(t *testing.T) {
	s := everyWord()
	r := s.report(t)
	s.analysis = strings.Replace(s.analysis, "against = \"base\"", "against = \"less\"", 1)
	r.First = s.report(t).Campaign
	primary, _, err := r.verdicts(1000)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range primary {
		if v.Planned != (i > 0) {
			t.Errorf("%s: planned %v", v.Contrast.Claim, v.Planned)
		}
	}
	r.Changed = true
	if got := r.changes(); len(got) != 1 {
		t.Errorf("changes %q", got)
	}
	s.subjects, s.seeds = s.subjects[1:], []int{1}
	r.First = s.report(t).Campaign
	want := "5 in place of 1 seed, 13 in place of 12 subjects: " +
		"if that was decided by the rows, the p-values are too small."
	if got := r.changes(); len(got) != 2 || got[1] != want {
		t.Errorf("changes %q, want %q", got, want)
	}
	r.First = r.Campaign
	if primary, _, _ = r.verdicts(1000); !primary[1].Planned {
		t.Error("not planned in the same file")
	}
	first := *r.Campaign
	first.Analysis.Level = 0.1
	if r.First = &first; r.planned(primary[1].Contrast) {
		t.Error("planned with another level")
	}
	r.First = nil
	if got := r.changes(); len(got) != 2 || !strings.Contains(got[1], "exploratory") {
		t.Errorf("changes %q", got)
	}
	if primary, _, _ = r.verdicts(1000); primary[1].Planned {
		t.Error("planned in a file that cannot be read")
	}
}
