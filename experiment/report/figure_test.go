package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/task"
)

// Three searches: the staircases begin with the last of them, and end where the longest ends.
func TestQuartiles(t *testing.T) {
	curves := []task.Curve{{{0, 1}, {2, 3}, {10, 9}}, {{1, 2}, {4, 5}}, {{0, 7}}}
	low, middle, high := quartiles(curves, 10)
	want := func(ys ...float64) (line plotter.XYs) { // at 1, 2, 4 and 10
		for i, x := range []float64{1, 2, 4, 10} {
			if i > 0 {
				line = append(line, plotter.XY{X: x, Y: ys[i-1]})
			}
			line = append(line, plotter.XY{X: x, Y: ys[i]})
		}
		return line
	}
	for _, tt := range []struct {
		name      string
		got, want plotter.XYs
	}{{"low", low, want(1, 2, 3, 5)}, {"middle", middle, want(2, 3, 5, 7)}, {"high", high, want(7, 7, 7, 9)}} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

// The staircases of drawn curves are in order, and the middle one has the median of the last values at the end.
func TestQuartilesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var curves []task.Curve
		var last []float64
		end := 0.0
		for range rapid.IntRange(1, 6).Draw(t, "curves") {
			var c task.Curve
			x, y := 0.0, 0.0
			for range rapid.IntRange(1, 90).Draw(t, "points") {
				x, y = x+float64(rapid.IntRange(1, 9).Draw(t, "x")), y+float64(rapid.IntRange(0, 3).Draw(t, "y"))
				c = append(c, [2]float64{x, y})
			}
			curves, last, end = append(curves, c), append(last, y), max(end, x)
		}
		low, middle, high := quartiles(curves, end)
		if len(middle) == 0 || len(middle) > 2*mostPoints || len(low) != len(middle) || len(high) != len(middle) {
			t.Fatalf("%d, %d and %d points", len(low), len(middle), len(high))
		}
		for i, p := range middle {
			if low[i].Y > p.Y || p.Y > high[i].Y || i > 0 && (p.X < middle[i-1].X || p.Y < middle[i-1].Y) {
				t.Fatalf("at %v: %v, %v, %v", p.X, low[i].Y, p.Y, high[i].Y)
			}
		}
		if p := middle[len(middle)-1]; p.X != end || p.Y != median(last) {
			t.Fatalf("ends at %v, want %v, %v", p, end, median(last))
		}
	})
}

// Rows may hold anything: a figure leaves out what it cannot draw.
func TestFiguresOfOddValues(t *testing.T) {
	for _, x := range []float64{0, -1, 1e300, -1e300, 5e-324, math.MaxFloat64} {
		r := everyWord().report(t)
		for _, row := range r.Rows {
			row.Numbers["value"] = x
			row.Curves = map[string]task.Curve{"curve": {{0, x}}, "": nil}
		}
		curve := task.Measure{Name: "curve", Doc: "drawn"}
		subject, budget := r.Campaign.Subjects[3], campaign.Part{Name: "sleep=1ms"}
		curves, boxes := r.curves(curve, subject, budget), r.boxes("value", subject, budget)
		for _, drawing := range []string{string(curves), string(boxes)} {
			if drawing != "" && (!strings.HasPrefix(drawing, "<svg role") || !strings.HasSuffix(drawing, "</svg>\n")) {
				t.Errorf("%v: %.60s … %.60s", x, drawing, drawing[max(0, len(drawing)-60):])
			}
		}
	}
}
