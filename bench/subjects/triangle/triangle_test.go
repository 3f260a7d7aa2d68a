package triangle

import (
	"math"
	"testing"
)

func TestTriangle(t *testing.T) {
	tests := []struct {
		a, b, c int32
		want    int
	}{
		{3, 4, 5, Scalene},
		{5, 5, 5, Equilateral},
		{5, 5, 8, IsoscelesFlat},
		{5, 8, 8, IsoscelesTall},
		{5, 5, 10, Gap},
		{100, 100, 200, Gap},
		{101, 101, 202, NotATriangle},
		{1, 1, 1 << 30, Gap},
		{1, 1, 1<<30 + 1, WideGapOdd},
		{1, 1, 1<<30 + 2, WideGapEven},
		{1, math.MaxInt32, math.MaxInt32, TowerOdd},
		{2, math.MaxInt32 - 100, math.MaxInt32 - 100, TowerEven},
		{2, math.MaxInt32 - 101, math.MaxInt32 - 101, IsoscelesTall},
		{1, 2, 3, NotATriangle},
		{0, 1, 1, NotATriangle},
		{1, -1, 1, NotATriangle},
		{1, 1, math.MinInt32, NotATriangle},
		{math.MaxInt32, math.MaxInt32, math.MaxInt32, Equilateral},
		{math.MaxInt32, math.MaxInt32 - 1, math.MaxInt32 - 2, Scalene},
	}
	for _, tt := range tests {
		orders := [][3]int32{
			{tt.a, tt.b, tt.c}, {tt.a, tt.c, tt.b}, {tt.b, tt.a, tt.c},
			{tt.b, tt.c, tt.a}, {tt.c, tt.a, tt.b}, {tt.c, tt.b, tt.a},
		}
		for _, o := range orders {
			if got := Triangle(o[0], o[1], o[2]); got != tt.want {
				t.Errorf("Triangle(%d, %d, %d) = %d, want %d", o[0], o[1], o[2], got, tt.want)
			}
		}
	}
}

// TestTriangleAgainstDefinition compares every small triangle with the
// definition of its kind.
func TestTriangleAgainstDefinition(t *testing.T) {
	for a := int32(-1); a <= 8; a++ {
		for b := int32(-1); b <= 8; b++ {
			for c := int32(-1); c <= 8; c++ {
				if got, want := Triangle(a, b, c), define(a, b, c); got != want {
					t.Errorf("Triangle(%d, %d, %d) = %d, want %d", a, b, c, got, want)
				}
			}
		}
	}
}

func define(a, b, c int32) int {
	lo, hi := min(a, b, c), max(a, b, c)
	mid := a + b + c - lo - hi
	switch {
	case lo > 0 && lo == mid && lo+mid <= hi:
		return Gap
	case lo <= 0, lo+mid <= hi:
		return NotATriangle
	case lo == hi:
		return Equilateral
	case lo == mid:
		return IsoscelesFlat
	case mid == hi:
		return IsoscelesTall
	}
	return Scalene
}
