package worst

import (
	"bytes"
	"fmt"
	"image/color"
	"strconv"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// curve draws the best cost over time as an SVG, with the cost of a typical
// input as a dashed line. Each size has a colour of its own.
func curve(results []*Result) ([]byte, error) {
	p, err := newPlot(results)
	if err != nil {
		return nil, err
	}
	canvas := vgsvg.New(16*vg.Centimeter, 10*vg.Centimeter)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return b.Bytes(), err
}

func newPlot(results []*Result) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = results[0].Function + " under " + results[0].algorithm() + " (dashed: a typical input)"
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text, p.Y.Label.Text = "seconds", results[0].Cost.Metric
	p.Y.Tick.Marker = wholeTicks{}
	p.Add(plotter.NewGrid())
	p.Legend.XOffs, p.Legend.YOffs = -vg.Points(8), vg.Points(8)
	most := 0.0
	for i, r := range results {
		if err := addCurve(p, r, colours[i%len(colours)]); err != nil {
			return nil, err
		}
		most = max(most, float64(r.Cost.Worst), float64(r.Cost.Typical))
	}
	p.X.Min, p.Y.Min, p.Y.Max = 0, 0, 1.05*most
	return p, nil
}

// wholeTicks labels an axis with whole numbers.
type wholeTicks struct{ plot.DefaultTicks }

// Ticks implements plot.Ticker.
func (w wholeTicks) Ticks(low, high float64) []plot.Tick {
	ticks := w.DefaultTicks.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'f', -1, 64)
		}
	}
	return ticks
}

// colours holds a colour for each size, which the colour-blind can tell apart too (Okabe and Ito,
// "Color universal design", 2008).
var colours = [...]color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF},
	{0xCC, 0x79, 0xA7, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF},
}

func addCurve(p *plot.Plot, r *Result, c color.RGBA) error {
	steps := corners(r)
	line, err := plotter.NewLine(steps)
	if err != nil {
		return err
	}
	line.Color, line.Width = c, vg.Points(1.5)
	typical, err := plotter.NewLine(plotter.XYs{{X: 0, Y: float64(r.Cost.Typical)}, {X: steps[len(steps)-1].X, Y: float64(r.Cost.Typical)}})
	if err != nil {
		return err
	}
	typical.Color, typical.Dashes = c, []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(typical, line)
	label := fmt.Sprint(r.Cost.Worst)
	if r.Size > 0 {
		label = fmt.Sprintf("size %d: %d", r.Size, r.Cost.Worst)
	}
	p.Legend.Add(label, line)
	return nil
}

// corners returns the corners of the curve, in seconds and units of cost. The curve is a
// staircase: the best cost is constant until a higher one is found.
func corners(r *Result) plotter.XYs {
	seconds := func(ms int64) float64 { return (time.Duration(ms) * time.Millisecond).Seconds() }
	var xys plotter.XYs
	for _, m := range r.History {
		if n := len(xys); n > 0 {
			xys = append(xys, plotter.XY{X: seconds(m.MS), Y: xys[n-1].Y})
		}
		xys = append(xys, plotter.XY{X: seconds(m.MS), Y: float64(m.Cost)})
	}
	last := float64(r.Cost.Worst)
	if len(xys) > 0 {
		last = xys[len(xys)-1].Y
	}
	return append(xys, plotter.XY{X: seconds(r.ElapsedMS), Y: last})
}
