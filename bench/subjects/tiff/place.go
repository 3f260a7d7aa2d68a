package tiff

// Where PlaceImage has put the last image.
var (
	Scale  float64 // pixels to points
	Left   float64 // lower left corner, in points
	Bottom float64
	Turned bool // by a quarter to the left
	Verso  bool // on the back of a sheet
)

// ShowPage is the byte that ends a page in the printer's buffer.
const ShowPage = 12

// PlaceImage puts an image of the given size on a page: scaled down if it is
// too large, turned if that makes it larger, centred or at the margins, and for
// a split image moved up by the part that earlier pages hold. Margins that leave
// no room do not count, and an image without a size is a point. The printer's
// buffer, and how much of it is filled, come back with the end of the page
// before noted, if there was one.
func PlaceImage(pageWidth, pageHeight, imageWidth, imageHeight, leftMargin, bottomMargin float64, split, count int32, turn, centre bool, filled uint16, buffer [992]byte) ([992]byte, uint16) {
	Scale, Left, Bottom, Turned, Verso = 0, 0, 0, false, false
	width := pageWidth - leftMargin
	height := pageHeight - bottomMargin
	if width <= 0 || height <= 0 {
		width, height = pageWidth, pageHeight
	}
	w, h := imageWidth, imageHeight
	if w <= 0 || h <= 0 {
		w, h = 1, 1
	}
	if turn && w > h {
		w, h = h, w
		Turned = true
	}
	scale := 1.0
	if w > width {
		scale = width / w
	}
	if split > 0 {
		Bottom = bottomMargin - float64(split)*height
	} else if h*scale > height {
		scale = height / h
		Bottom = bottomMargin
	}
	Left = leftMargin
	if centre {
		Left = leftMargin + (width-w*scale)/2
	}
	Scale = scale
	if count&1 == 1 {
		Verso = true
	}
	if count > 1 {
		buffer[filled%992] = ShowPage
		filled++
	}
	return buffer, filled
}
