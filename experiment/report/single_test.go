package report

import (
	"bytes"
	"strings"
	"testing"
)

// A campaign file names the test of single subjects, and the report shows it. Of Fisher's test eight of eight against none of eight
// has p = 2/C(16, 8) = 2/12870, and so has the Mann-Whitney test of samples of eight that do not overlap; McNemar's of eight pairs has 1/128.
func TestSingleTests(t *testing.T) {
	binary := func(subject, arm string, seed int) float64 {
		if subject == "s1" && arm == "x" || subject == "s2" && arm == "y" || subject == "s3" && seed%2 == 0 {
			return 1
		}
		return 0
	}
	numbers := func(subject, arm string, seed int) float64 { return 10*binary(subject, arm, seed) + float64(seed) }
	for _, tt := range []struct {
		key   string
		value func(subject, arm string, seed int) float64
		p     float64
		words string
		rows  []string
	}{
		{"", binary, 1.0 / 128, "McNemar's exact test of pairs of one seed over seeds and Holm over 3 subjects: on 1 the arm has more, on 1 less.", []string{
			"| s1 | 100 % [67.6 %, 100 %] | 0 % [0 %, 32.4 %] | 100 % | 0.0078 | 0.0234 |",
			"| s2 | 0 % [0 %, 32.4 %] | 100 % [67.6 %, 100 %] | -100 % | 0.0078 | 0.0234 |",
		}},
		{"single = 'fisher'", binary, 2.0 / 12870, "Fisher's exact test over seeds and Holm over 3 subjects: on 1 the arm has more, on 1 less.", []string{
			"| single subject | x | y | difference of shares | p | p (Holm) |",
			"| s1 | 100 % [67.6 %, 100 %] | 0 % [0 %, 32.4 %] | 100 % [54.1 %, 100 %] | 0.0002 | 0.0005 |",
		}},
		{"single = 'mann-whitney'", numbers, 2.0 / 12870, "Mann-Whitney test over seeds and Holm over 3 subjects: on 1 the arm has more, on 1 less.", []string{
			"| single subject | x | y | Â12 | p | p (Holm) |",
			"| s1 | 14.500 | 4.500 | 1.00 [",
		}},
	} {
		s := scripted{subjects: numbered("s", 3), arms: []string{"x", "y"}, seeds: []int{1, 2, 3, 4, 5, 6, 7, 8}, value: tt.value}
		s.analysis = contrast("primary", "x has more", "x", "y") + tt.key + "\n"
		r := s.report(t)
		primary, _, err := r.verdicts(200)
		if err != nil {
			t.Fatal(err)
		}
		single := primary[0].Single
		if single == nil || len(single.Subjects) != 3 || single.More != 1 || single.Less != 1 || !near(single.Subjects[0].P.Raw, tt.p) ||
			!near(single.Subjects[1].P.Holm, 3*tt.p) || single.Subjects[2].P.Raw != 1 || single.Subjects[2].Rejected {
			t.Errorf("%q: %+v", tt.key, single)
		}
		var b, page bytes.Buffer
		if err := r.Markdown(&b); err != nil {
			t.Fatal(err)
		}
		if err := r.HTML(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range append(tt.rows, tt.words) {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%q: no %q in\n%s", tt.key, want, b.String())
			}
		}
		const head = ">single subject</th>" // all subjects; Markdown has only those that differ
		_, all, ok := strings.Cut(page.String(), head)
		all, _, _ = strings.Cut(all, "</table>")
		if !ok || strings.Count(all, "<tr>") != 3 || strings.Contains(b.String(), "| s3 | 50 % [") {
			t.Errorf("%q: single subjects are\n%s", tt.key, all)
		}
	}
}

func near(x, want float64) bool { return x > want*(1-1e-9) && x < want*(1+1e-9) }

// A test of shares needs values that are 0 or 1.
func TestSingleRefused(t *testing.T) {
	s := scripted{subjects: numbered("s", 2), arms: []string{"x", "y"}, seeds: []int{1, 2}}
	s.analysis = contrast("primary", "x has more", "x", "y") + "single = 'fisher'\n"
	s.value = func(_, arm string, seed int) float64 { return float64(len(arm)*seed) + 0.5*float64(arm[0]-'x') }
	_, _, err := s.report(t).verdicts(200)
	if err == nil || !strings.Contains(err.Error(), "fisher is a test of measures that are 0 or 1: mann-whitney is one of numbers") {
		t.Error(err)
	}
}
