package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/task"
)

// A style is how an arm is drawn. Arms of one color differ in their dashes.
type style struct {
	Color color.RGBA
	Dash  int
}

// colors can be told apart on white and on black, and by most who see few colors (Okabe and Ito's, without yellow).
var colors = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255},
	{204, 121, 167, 255}, {230, 159, 0, 255}, {86, 180, 233, 255},
}

var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}}

func styleOf(arm int) style { return style{colors[arm%len(colors)], arm / len(colors) % len(dashes)} }

// Hex returns the color as #rrggbb.
func (s style) Hex() string { return fmt.Sprintf("#%02x%02x%02x", s.Color.R, s.Color.G, s.Color.B) }

// Line returns the dashes in the words of CSS, as far as it has such.
func (s style) Line() string { return []string{"solid", "dashed", "dotted", "double"}[s.Dash] }

func (s style) line(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: s.Color, Width: width, Dashes: dashes[s.Dash]}
}

const (
	figureWidth = 400 // points
	curveHeight = 240
	boxHeight   = 20 // of one arm
	mostPoints  = 100
)

// curves draws a curve measure of a subject: for each arm the median over seeds, and the middle half of them as a
// band. It returns nothing if no arm has a curve.
func (r *Report) curves(measure task.Measure, subject, budget campaign.Part) template.HTML {
	p := plot.New()
	p.X.Label.Text = measure.Doc
	end := 0.0
	bundles := make([][]task.Curve, len(r.Campaign.Arms))
	for i, arm := range r.Campaign.Arms {
		bundles[i] = r.bundle(measure.Name, subject, arm, budget)
		for _, c := range bundles[i] {
			end = max(end, c[len(c)-1][0])
		}
	}
	drawn := false
	for i, bundle := range bundles {
		low, middle, high := quartiles(bundle, end)
		if len(middle) == 0 {
			continue
		}
		banded(p, i, low, middle, high)
		drawn = true
	}
	if !drawn {
		return ""
	}
	return svg(p, curveHeight, fmt.Sprintf("%s of %s, %s", measure.Name, subject.Name, budget.Name))
}

// banded draws a line of an arm, and a band around it.
func banded(p *plot.Plot, arm int, low, middle, high plotter.XYs) {
	slices.Reverse(high)
	band, err := plotter.NewPolygon(append(low, high...))
	if err != nil {
		panic("report: BUG: " + err.Error()) // these are finite
	}
	band.LineStyle.Width = 0
	shade := color.NRGBA(styleOf(arm).Color)
	shade.A = 40
	band.Color = shade
	line, err := plotter.NewLine(middle)
	if err != nil {
		panic("report: BUG: " + err.Error())
	}
	line.LineStyle = styleOf(arm).line(1.5)
	p.Add(band, line)
}

// bundle returns the curves of all seeds that have one that can be drawn.
func (r *Report) bundle(measure string, subject, arm, budget campaign.Part) (curves []task.Curve) {
	for _, seed := range r.Campaign.SeedsOf(arm) {
		row := r.Rows[campaign.Key{Subject: subject.Name, Arm: arm.Name, Seed: seed, Budget: budget.Name}]
		if row == nil || row.Error != "" || len(row.Curves[measure]) == 0 {
			continue
		}
		c := row.Curves[measure]
		if !slices.ContainsFunc(c, func(p [2]float64) bool { return !drawable(p[0]) || !drawable(p[1]) }) {
			curves = append(curves, c)
		}
	}
	return curves
}

// drawable reports whether a number has a place on an axis. Ranges of larger ones overflow.
func drawable(x float64) bool { return math.Abs(x) < 1e100 }

// quartiles returns the quartiles of curves, as staircases from where all of them have begun to the end. A curve keeps
// its last value.
func quartiles(curves []task.Curve, end float64) (low, middle, high plotter.XYs) {
	if len(curves) == 0 {
		return nil, nil, nil
	}
	begin, at := curves[0][0][0], []float64{end}
	for _, c := range curves {
		begin = max(begin, c[0][0])
		for _, p := range c {
			at = append(at, p[0])
		}
	}
	slices.Sort(at)
	at = thin(slices.Compact(slices.DeleteFunc(at, func(x float64) bool { return x < begin })), mostPoints)
	values := make([]float64, len(curves))
	for _, x := range at {
		for i, c := range curves {
			values[i] = valueAt(c, x)
		}
		slices.Sort(values)
		for _, q := range []struct {
			line  *plotter.XYs
			share float64
		}{{&low, 0.25}, {&middle, 0.5}, {&high, 0.75}} {
			y := median(values)
			if q.share != 0.5 {
				y = stat.Quantile(q.share, stat.Empirical, values, nil)
			}
			if n := len(*q.line); n > 0 {
				*q.line = append(*q.line, plotter.XY{X: x, Y: (*q.line)[n-1].Y})
			}
			*q.line = append(*q.line, plotter.XY{X: x, Y: y})
		}
	}
	return low, middle, high
}

// thin returns at most n of the values, the first and the last among them.
func thin(values []float64, n int) []float64 {
	if len(values) <= n {
		return values
	}
	few := make([]float64, n)
	for i := range few {
		few[i] = values[i*(len(values)-1)/(n-1)]
	}
	return few
}

// valueAt returns the value of the last point of a curve up to x.
func valueAt(c task.Curve, x float64) float64 {
	i, _ := slices.BinarySearchFunc(c, x, func(p [2]float64, x float64) int {
		if p[0] <= x {
			return -1
		}
		return 1
	})
	return c[max(i-1, 0)][1]
}

// boxes draws a box for each arm: the quartiles of a measure over seeds on a subject. It returns nothing if no arm has
// a value.
func (r *Report) boxes(measure string, subject, budget campaign.Part) template.HTML {
	p := plot.New()
	p.X.Label.Text = measure
	var names []string
	drawn := false
	n := len(r.Campaign.Arms)
	for i, arm := range slices.Backward(r.Campaign.Arms) { // the first one on top
		names = append(names, arm.Name)
		s := r.sample(measure, subject.Name, arm, budget.Name)
		values := slices.DeleteFunc(s.values, func(x float64) bool { return !drawable(x) })
		b, err := plotter.NewBoxPlot(boxHeight*0.6, float64(n-1-i), plotter.Values(values))
		if err != nil {
			continue // no values
		}
		b.Horizontal = true
		b.BoxStyle = style{Color: styleOf(i).Color}.line(1)
		b.MedianStyle = style{Color: styleOf(i).Color}.line(2.5)
		b.WhiskerStyle = styleOf(i).line(0.8)
		b.GlyphStyle.Color = styleOf(i).Color
		p.Add(b)
		drawn = true
	}
	if !drawn {
		return ""
	}
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	return svg(p, vg.Length(n)*boxHeight+50, fmt.Sprintf("%s of %s, %s", measure, subject.Name, budget.Name))
}

// widen gives an axis of one number a length.
func widen(a *plot.Axis) {
	if size := max(math.Abs(a.Min), math.Abs(a.Max)); a.Max-a.Min <= 1e-9*size {
		a.Min, a.Max = a.Min-size/10, a.Max+size/10
	}
}

// svg draws a plot as an element of a page, whose colors of text it has.
func svg(p *plot.Plot, height vg.Length, label string) template.HTML {
	p.BackgroundColor = nil
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		widen(axis)
		axis.Label.TextStyle.Font.Variant, axis.Tick.Label.Font.Variant = "Sans", "Sans" // as wide as that of the page
	}
	canvas := vgsvg.NewWith(vgsvg.UseWH(figureWidth, height))
	p.Draw(draw.Crop(draw.New(canvas), 2, -14, 0, -4)) // the last label of an axis is wider than the axis
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		panic("report: BUG: " + err.Error()) // a buffer takes all
	}
	_, text, _ := strings.Cut(b.String(), "<svg ")
	text = strings.ReplaceAll(text, "stroke:#000000", "stroke:currentColor")
	return template.HTML(`<svg role="img" aria-label="` + template.HTMLEscapeString(label) + `" ` + text)
}
