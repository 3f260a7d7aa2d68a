package report

import (
	"strings"
	"testing"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

func TestSentence(t *testing.T) {
	for _, tt := range []struct {
		word  Word
		equal float64 // p of the tests of equality
		want  string
	}{
		{NoVerdict, 1, "no verdict"},
		{Exploratory, 0.001, "exploratory"},
		{Holds, 1, "holds"},
		{Holds, 0.05, "holds, but equal within 0.02"},
		{Reversed, 0.051, "the other way round"},
		{Reversed, 0.001, "the other way round, but equal within 0.02"},
		{Equal, 0.001, "equal within 0.02"},
		{DoesNotHold, 1, "does not hold"},
		{Undecided, 1, "not decided"},
	} {
		v := Verdict{Word: tt.word, Contrast: campaign.Contrast{Margin: 0.02}, Equality: PValue{0, tt.equal}}
		if got := v.Sentence(0.05); got != tt.want {
			t.Errorf("word %d, p %v: %q, want %q", tt.word, tt.equal, got, tt.want)
		}
	}
}

// The details say when no subject, or too few of them, can decide: fewer than six at 0.05, as 2·2⁻⁵ is more than that.
func TestDetails(t *testing.T) {
	for _, tt := range []struct {
		subjects, level int
		want, not       string
	}{
		{6, 0, "6 subjects, of which 0 level", "cannot"},
		{5, 0, "5 subjects cannot decide this: it needs at least 6 that are not level.", "level everywhere"},
		{9, 4, "5 subjects cannot decide this", "level everywhere"},
		{3, 3, "All arms are level everywhere", "Difference"},
	} {
		v := Verdict{Word: Undecided, Subjects: make([]Subject, tt.subjects), Level: tt.level}
		got := strings.Join(v.details(0.05), " ")
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.not) {
			t.Errorf("%d subjects, %d level: %s", tt.subjects, tt.level, got)
		}
	}
}

func TestNumbersAsText(t *testing.T) {
	for _, tt := range [][2]string{
		{probability(0.00004), "< 0.0001"}, {probability(0.00005), "0.0001"}, {probability(1), "1.0000"},
		{effect(0), "0"}, {effect(-0.000412), "-0.000412"}, {effect(12.34567), "12.346"}, {effect(1234567), "1234567"},
		{span(stats.Interval{Estimate: 1.5}, figure), "1.500"},
		{span(stats.Interval{Estimate: 1, Low: 0, High: 2, Level: 0.95}, figure), "1 [0, 2]"},
		{PValue{0.01, 0.01}.String(), "0.0100"}, {PValue{0.01, 0.02}.String(), "0.0100, after Holm 0.0200"},
		{percent(0.95), "95 %"}, {percent(0.999), "99.9 %"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%q, want %q", tt[0], tt[1])
		}
	}
}

// Box plots are of the measures of the contrasts with their budget, otherwise of the first number.
func TestBoxed(t *testing.T) {
	r := loaded(t)
	r.Campaign.Analysis.Primary = []campaign.Contrast{
		{Measure: "twice", Budget: "sleep=2ms"}, {Measure: "value", Budget: "sleep=2ms"}, {Measure: "twice", Budget: "sleep=2ms"},
	}
	for i, want := range []string{"value", "twice value"} {
		if got := strings.Join(r.boxed(r.Campaign.Budgets[i]), " "); got != want {
			t.Errorf("budget %d: %s, want %s", i, got, want)
		}
	}
}
