package tiff

import (
	"encoding/binary"
	"math"
	"testing"
)

var layouts = []struct {
	name      string
	bits, tag uint16
	size      uint8
	value     float64 // of bytes 0xFE 0xFF 0xFD 0xC2
	lo, hi    float64
}{
	{"uint8", 8, FormatUint + 8, 1, 0xFE, 0, 255},
	{"int8", 8, FormatInt + 8, 1, -2, -128, 127},
	{"uint16", 16, FormatUint + 16, 2, 0xFFFE, 0, 65535},
	{"int16", 16, FormatInt + 16, 2, -2, -32768, 32767},
	{"uint32", 32, FormatUint + 32, 4, 0xC2FDFFFE, 0, 1 << 31},
	{"int32", 32, FormatInt + 32, 4, -0x3D020002, -(1 << 31), 1 << 30},
	{"float32", 32, FormatFloat + 32, 4, float64(math.Float32frombits(0xC2FDFFFE)), -1e30, 1e30},
	{"unknown bits", 12, FormatUint + 12, 0, 0, 0, 0},
	{"unknown tag", 8, FormatUint + 9, 0, 0, 0, 0},
}

func TestGetSourceSamplesLayouts(t *testing.T) {
	src := [8]byte{0xFE, 0xFF, 0xFD, 0xC2}
	for _, l := range layouts {
		GetSourceSamples(l.bits, l.tag, 1, 1, 0, 0, src, [7]bool{true})
		if Samples[0] != l.value {
			t.Errorf("%s: sample %v, want %v", l.name, Samples[0], l.value)
		}
	}
}

func TestGetSourceSamplesWindow(t *testing.T) {
	src := [8]byte{0, 1, 2, 3, 4, 5, 6, 7}
	GetSourceSamples(8, FormatUint+8, 3, 8+2, 2, 7, src, [7]bool{true, false, true})
	want := []float64{0, 2, 4, 7, 1, 3} // the second row starts at byte 7 and goes round
	for i, w := range want {
		if Samples[i] != w {
			t.Errorf("sample %d is %v, want %v", i, Samples[i], w)
		}
	}
	if !Present[0] || Present[1] || !Present[2] {
		t.Errorf("mask %v", Present)
	}
}

// TestSetThenGet stores values at every offset and reads them back.
func TestSetThenGet(t *testing.T) {
	for _, l := range layouts {
		for offset := range 128 {
			for _, v := range []float64{l.lo, l.hi, 0, l.hi / 2} {
				v := math.Trunc(v)
				row := SetSample(l.bits, l.tag, uint8(offset), float32(v), [6]bool{offset%2 == 0}, [128]byte{})
				var src [8]byte
				for i := range src {
					src[i] = row[(offset+i)%128]
				}
				GetSourceSamples(l.bits, l.tag, 1, 1, 0, 0, src, [7]bool{})
				if Samples[0] != float64(float32(v)) {
					t.Errorf("%s: %v came back as %v", l.name, v, Samples[0])
				}
				if Last != (Channel{uint8(offset), l.size, [6]bool{offset%2 == 0}}) {
					t.Errorf("%s: note %v", l.name, Last)
				}
			}
		}
	}
}

func TestSetSampleCuts(t *testing.T) {
	tests := []struct {
		layout int
		value  float32
		want   uint32
	}{
		{0, 257, 1},
		{1, 200, 200},
		{2, 65537, 1},
		{4, -1, math.MaxUint32},
		{5, 1 << 33, 0},
		{0, float32(math.Inf(1)), 0},
		{0, float32(math.NaN()), 0},
	}
	for _, tt := range tests {
		l := layouts[tt.layout]
		row := SetSample(l.bits, l.tag, 0, tt.value, [6]bool{}, [128]byte{})
		if got := binary.LittleEndian.Uint32(row[:]); got != tt.want {
			t.Errorf("%s of %v: %#x, want %#x", l.name, tt.value, got, tt.want)
		}
	}
}

func TestPlaceImage(t *testing.T) {
	type place struct {
		scale, left, bottom float64
		turned, verso       bool
	}
	tests := []struct {
		name                 string
		pw, ph, iw, ih, l, b float64
		split, count         int32
		turn, centre         bool
		want                 place
	}{
		{name: "fits", pw: 100, ph: 200, iw: 50, ih: 50, l: 5, b: 7, want: place{1, 5, 0, false, false}},
		{name: "no page", pw: 5, ph: 200, iw: 50, ih: 50, l: 5, want: place{0.1, 5, 0, false, false}},
		{name: "no height", pw: 50, ph: 7, iw: 50, ih: 50, b: 7, want: place{0.14, 0, 7, false, false}},
		{name: "no image", pw: 100, ph: 200, ih: 50, want: place{1, 0, 0, false, false}},
		{name: "no image height", pw: 100, ph: 200, iw: 50, want: place{1, 0, 0, false, false}},
		{name: "too wide", pw: 100, ph: 200, iw: 400, ih: 50, want: place{0.25, 0, 0, false, false}},
		{name: "too high", pw: 100, ph: 200, iw: 100, ih: 400, b: 0, want: place{0.5, 0, 0, false, false}},
		{name: "turned", pw: 100, ph: 200, iw: 200, ih: 50, turn: true, want: place{1, 0, 0, true, false}},
		{name: "not turned", pw: 100, ph: 200, iw: 50, ih: 200, turn: true, want: place{1, 0, 0, false, false}},
		{name: "centred", pw: 100, ph: 200, iw: 50, ih: 50, centre: true, want: place{1, 25, 0, false, false}},
		{name: "second part", pw: 100, ph: 200, iw: 50, ih: 500, split: 1, b: 20, want: place{1, 0, -160, false, false}},
		{name: "back", pw: 100, ph: 200, iw: 50, ih: 50, count: 1, want: place{1, 0, 0, false, true}},
	}
	for _, tt := range tests {
		buffer, filled := PlaceImage(tt.pw, tt.ph, tt.iw, tt.ih, tt.l, tt.b, tt.split, tt.count, tt.turn, tt.centre, 7, [992]byte{})
		if got := (place{Scale, Left, Bottom, Turned, Verso}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if buffer != [992]byte{} || filled != 7 {
			t.Errorf("%s: the buffer changed", tt.name)
		}
	}
}

func TestPlaceImageEndsPage(t *testing.T) {
	buffer, filled := PlaceImage(10, 10, 5, 5, 0, 0, 0, 2, false, false, 993, [992]byte{})
	if filled != 994 || buffer[1] != ShowPage {
		t.Errorf("filled %d, byte %d", filled, buffer[1])
	}
}
