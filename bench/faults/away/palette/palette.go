// Package palette gives series of a diagram their colours.
package palette

var colors = [...]string{"#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e", "#e6ab02", "#a6761d"}

// Of returns the colour of a series: black of none, else one of seven by turns, for either sign.
func Of(series int64) string {
	if series == 0 {
		return "#000000"
	}
	if series < 0 {
		series = -series
	}
	return colors[series%int64(len(colors))]
}
