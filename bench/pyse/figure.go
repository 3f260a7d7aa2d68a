package main

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"nearmiss/bench/internal/experiment"
)

// colours tell programs apart, for the colour-blind too (Okabe and Ito, "Color universal
// design", 2008).
var colours = [...]color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
	{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0xF0, 0xE4, 0x42, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
}

// draw writes the parts of Figure 7, as far as they were measured.
func (r *results) draw(dir string) error {
	for _, f := range []struct {
		name string
		make func() (*plot.Plot, error)
	}{
		{"figure7a.svg", func() (*plot.Plot, error) { return r.boxes("basic and advanced mode", "pyse-basic", "pyse") }},
		{"figure7b.svg", func() (*plot.Plot, error) { return r.boxes("begun anew and pre-trained", "pyse", "pyse-pre") }},
		{"figure7c.svg", r.lengths},
	} {
		p, err := f.make()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if p == nil {
			continue
		}
		if err := write(p, filepath.Join(dir, f.name)); err != nil {
			return err
		}
	}
	return nil
}

func write(p *plot.Plot, name string) error {
	canvas := vgsvg.New(18*vg.Centimeter, 10*vg.Centimeter)
	p.Draw(draw.New(canvas))
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := canvas.WriteTo(file); err != nil {
		return err
	}
	return file.Close()
}

// figureCells lists the cells at the scales of the figure.
func (r *results) figureCells() (list []cell) {
	for _, c := range r.cells {
		if c.n == c.figure && !c.short {
			list = append(list, c)
		}
	}
	return list
}

// named lists the records of a cell's technique.
func (r *results) named(c cell, name string) []*record {
	for _, t := range r.techniques {
		if t.name == name {
			return r.of(c, t)
		}
	}
	return nil
}

// split parts the paths of searches from those that did not come to the mark. None is
// less than one, as the axis is logarithmic.
func split(list []*record) (came, left plotter.Values) {
	for _, x := range list {
		n := max(1, float64(x.Paths))
		if x.Reached < 0 {
			left = append(left, n)
		} else {
			came = append(came, n)
		}
	}
	return came, left
}

func picture(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title + " (triangles: it was not taken)"
	p.Title.Padding = vg.Points(6)
	p.Y.Label.Text = "paths" // longer, and its place on a logarithmic axis takes room
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Add(plotter.NewGrid())
	p.Legend.Top = true
	return p
}

// boxes draws the paths of two techniques side by side, for each program.
func (r *results) boxes(title, first, second string) (*plot.Plot, error) {
	p := picture("Paths until the longest, " + title)
	var names []string
	most := 1.0
	for _, c := range r.figureCells() {
		if len(r.named(c, first)) == 0 || len(r.named(c, second)) == 0 {
			continue
		}
		for i, technique := range []string{first, second} {
			at := float64(len(names)) + 0.3*float64(i) - 0.15
			came, left := split(r.named(c, technique))
			for _, n := range append(came[:len(came):len(came)], left...) {
				most = max(most, n)
			}
			if len(came) > 0 {
				box, err := plotter.NewBoxPlot(vg.Points(14), at, came)
				if err != nil {
					return nil, err
				}
				box.FillColor = colours[i]
				p.Add(box)
			}
			if err := marks(p, at, left, colours[i]); err != nil {
				return nil, err
			}
		}
		names = append(names, fmt.Sprintf("%s (%d)", c.subject.name, c.n))
	}
	if len(names) == 0 {
		return nil, nil
	}
	for i, technique := range []string{first, second} {
		p.Legend.Add(technique, swatch{colours[i]})
	}
	p.NominalX(names...)
	p.Y.Min, p.Y.Max = 0.8, 5*most
	return p, nil
}

// swatch is a colour in a legend.
type swatch struct{ color.Color }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	low, high := c.Min, c.Max
	c.FillPolygon(s.Color, []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
}

// marks draws triangles.
func marks(p *plot.Plot, at float64, values plotter.Values, c color.Color) error {
	if len(values) == 0 {
		return nil
	}
	var xys plotter.XYs
	for _, v := range values {
		xys = append(xys, plotter.XY{X: at, Y: v})
	}
	s, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(3.5), Shape: draw.TriangleGlyph{}}
	p.Add(s)
	return nil
}

// lengths draws medians by the length of the history.
func (r *results) lengths() (*plot.Plot, error) {
	p := picture("Paths until the longest by the length of the history: medians")
	p.X.Label.Text = "L"
	most := 1.0
	drawn := 0
	for _, c := range r.figureCells() {
		var line plotter.XYs
		colour := colours[drawn%len(colours)]
		for length, name := range []string{"pyse-L0", "pyse-L1", "pyse", "pyse-L3", "pyse-L4"} {
			list := r.named(c, name)
			if len(list) == 0 {
				continue
			}
			came, left := split(list)
			mid := experiment.Median(append(came[:len(came):len(came)], left...))
			line = append(line, plotter.XY{X: float64(length), Y: mid})
			most = math.Max(most, mid)
			if 2*len(left) >= len(list) {
				if err := marks(p, float64(length), plotter.Values{mid}, colour); err != nil {
					return nil, err
				}
			}
		}
		if len(line) == 0 {
			continue
		}
		l, points, err := plotter.NewLinePoints(line)
		if err != nil {
			return nil, err
		}
		l.Color, l.Width = colour, vg.Points(1.5)
		points.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
		p.Add(l, points)
		p.Legend.Add(fmt.Sprintf("%s (%d)", c.subject.name, c.n), l, points)
		drawn++
	}
	if drawn == 0 {
		return nil, nil
	}
	p.NominalX("0", "1", "2", "3", "4")
	p.X.Min, p.X.Max = -0.3, 5.8
	p.Y.Min, p.Y.Max = 0.8, 2*most
	return p, nil
}
