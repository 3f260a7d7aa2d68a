package report

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"nearmiss/experiment/task"
)

// pageOf returns the page of a campaign with curves.
func pageOf(t testing.TB) (*Report, string) {
	t.Helper()
	r := everyWord().report(t)
	for key, row := range r.Rows {
		x := row.Numbers["value"]
		row.Curves = map[string]task.Curve{"curve": {{1, x / 4}, {float64(10 + key.Seed), x / 2}, {100, x}}}
		if key.Arm == "late" {
			row.Curves = nil
		}
	}
	var b bytes.Buffer
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("EXPERIMENT_PAGE"); name != "" {
		os.WriteFile(name, b.Bytes(), 0o666)
	}
	return r, b.String()
}

func TestPage(t *testing.T) {
	r, page := pageOf(t)
	for _, drawing := range strings.SplitAfter(page, "</svg>") {
		if _, drawing, ok := strings.Cut(drawing, "<svg"); ok {
			d := xml.NewDecoder(strings.NewReader("<svg" + drawing))
			var err error
			for err == nil {
				_, err = d.Token()
			}
			if !errors.Is(err, io.EOF) {
				t.Fatalf("%v in\n%s", err, drawing)
			}
		}
	}
	if n := strings.Count(page, "<svg"); n != 2*13 {
		t.Errorf("%d drawings, want 26", n)
	}
	if n := strings.Count(page, `class="cell" id=`); n != 13*7 {
		t.Errorf("%d sections of rows, want 91", n)
	}
	for _, part := range strings.Split(page, `href="#`)[1:] {
		if id, _, _ := strings.Cut(part, `"`); !strings.Contains(page, ` id="`+id+`"`) {
			t.Errorf("a link leads to %s, which is not there", id)
		}
	}
	_, data, _ := strings.Cut(page, "data:text/csv;charset=utf-8;base64,")
	data, _, _ = strings.Cut(data, `"`)
	data = strings.ReplaceAll(data, "&#43;", "+")
	var want bytes.Buffer
	if err := r.CSV(&want); err != nil {
		t.Fatal(err)
	}
	if got, err := base64.StdEncoding.DecodeString(data); err != nil || string(got) != want.String() {
		t.Errorf("%v: rows\n%.300s\nwant\n%.300s", err, got, want.String())
	}
	for _, text := range []string{"http-equiv=\"Content-Security-Policy\"", "mixed is more | or not", "2 rows missing."} {
		if !strings.Contains(page, text) {
			t.Errorf("no %s", text)
		}
	}
}

// Names are text: none of them is an element.
func TestPageEscapes(t *testing.T) {
	const evil = "<script>alert(1)</script>&\"'"
	s := scripted{
		subjects: []string{evil, "b"}, arms: []string{evil + "1", "b"}, seeds: []int{1, 2},
		analysis: contrast("primary", evil, evil+"1", "b"),
		value:    func(string, string, int) float64 { return 1 },
	}
	var b bytes.Buffer
	if err := s.report(t).HTML(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "<script"); n != 1 {
		t.Errorf("%d scripts, want 1", n)
	}
}

// An empty campaign has a page, too.
func TestPageEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := loaded(t).HTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"names no contrasts", "0 of 16 rows"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("no %q", text)
		}
	}
	if strings.Contains(b.String(), "<svg") {
		t.Error("a drawing of nothing")
	}
}
