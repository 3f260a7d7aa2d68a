package main

import (
	"fmt"
	"slices"
)

// functions are the subjects' functions, the 338 branches of the study.
var functions = []string{
	"bibclean.CheckISBN", "bibclean.CheckISSN", "defroster.DefrosterMain", "f2.F2",
	"tiff.GetSourceSamples", "tiff.SetSample", "tiff.PlaceImage", "triangle.Triangle",
}

// figure is the function of Figure 1 in three widths, which the study did not search.
var figure = []string{"figure1.Words16", "figure1.Words32", "figure1.Words64"}

// published holds what the paper says of one algorithm.
type published struct {
	title  string
	ratios map[string]float64 // Table III: evaluations, enhanced in percent of standard
	rates  map[string][2]int  // Table II: branches with a higher and with a lower success rate
}

var paper = map[string]published{
	"avm": {
		title: "Alternating variable method",
		ratios: map[string]float64{
			"bibclean.CheckISBN": 99.99, "bibclean.CheckISSN": 99.98, "defroster.DefrosterMain": 99.57, "f2.F2": 157.44,
			"tiff.GetSourceSamples": 12.41, "tiff.SetSample": 8.78, "tiff.PlaceImage": 99.17, "triangle.Triangle": 35.35,
		},
		rates: map[string][2]int{
			"f2.F2": {0, 2}, "tiff.GetSourceSamples": {7, 0}, "tiff.SetSample": {7, 0}, "triangle.Triangle": {7, 0},
		},
	},
	"ga": {
		title: "Genetic algorithm",
		ratios: map[string]float64{
			"bibclean.CheckISBN": 99.99, "bibclean.CheckISSN": 93.71, "defroster.DefrosterMain": 68.15, "f2.F2": 91.61,
			"tiff.GetSourceSamples": 73.05, "tiff.SetSample": 73.87, "tiff.PlaceImage": 100.53, "triangle.Triangle": 98.79,
		},
		rates: map[string][2]int{
			"bibclean.CheckISSN": {2, 2}, "f2.F2": {1, 1}, "triangle.Triangle": {2, 0},
		},
	},
}

// differing is a line of Table II in numbers: branches with a higher and with a lower rate.
func (p published) differing(fn string) string {
	if !slices.Contains(functions, fn) {
		return "\t"
	}
	n := p.rates[fn]
	return fmt.Sprintf("%d\t%d", n[0], n[1])
}

// ratio is a cell of Table III, or the mean of a column of it.
func (p published) ratio(fn string) string {
	if r, ok := p.ratios[fn]; ok {
		return fmt.Sprintf("%.2f%%", r)
	}
	if fn != "mean" {
		return ""
	}
	sum := 0.0
	for _, f := range functions {
		sum += p.ratios[f]
	}
	return fmt.Sprintf("%.2f%%", sum/float64(len(functions)))
}
