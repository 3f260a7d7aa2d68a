package described

import (
	"testing"
	"time"
)

func TestSampleLayout(t *testing.T) {
	for _, c := range [][3]int32{{1, 1, 1}, {1, 4, 3}, {2, 2, 4}, {3, 4, 6}, {3, 8, 7}, {2, 1, 0}, {4, 4, 0}} {
		got := SampleLayout(c[0], c[1])
		if row, _ := RowLayout(c[0], c[1], [128]byte{}); got != int(c[2]) || row != got {
			t.Errorf("format %d, %d bytes: %d and %d, want %d", c[0], c[1], got, row, c[2])
		}
	}
}

func TestNumbers(t *testing.T) {
	for number, want := range map[string]int{
		"9780306406157": Right, "9791090636071": Right, "9780306406158": WrongCheck, "9770306406150": NoPrefix, "978030640615X": NoDigit,
	} {
		if got := ISBN13([13]byte([]byte(number))); got != want {
			t.Errorf("ISBN13(%s) = %d, want %d", number, got, want)
		}
	}
	for number, want := range map[string]int{"03785955": Right, "2434561X": Right, "03785956": WrongCheck, "X3785955": NoDigit} {
		if got := ISSN([8]byte([]byte(number))); got != want {
			t.Errorf("ISSN(%s) = %d, want %d", number, got, want)
		}
	}
}

func TestTriangle(t *testing.T) {
	for sides, want := range map[[3]int32]int{
		{3, 4, 5}: Scalene, {5, 5, 5}: Equilateral, {5, 5, 3}: Isosceles, {3, 5, 5}: Isosceles, {5, 3, 5}: Isosceles,
		{1, 2, 3}: Invalid, {3, 1, 2}: Invalid, {0, 1, 1}: Invalid, {-1, 1, 1}: Invalid, {1, 2, 12}: Invalid,
		{1<<31 - 1, 1<<31 - 1, 1<<31 - 1}: Equilateral,
	} {
		if got := Triangle(sides[0], sides[1], sides[2]); got != want {
			t.Errorf("Triangle(%v) = %d, want %d", sides, got, want)
		}
	}
}

func TestQuadratic(t *testing.T) {
	for of, want := range map[[3]int32]int{
		{0, 0, 0}: Anything, {0, 0, 1}: NoEquation, {0, 2, 1}: Linear, {1, 0, 1}: NoRoot, {1, 2, 1}: Double,
		{1, -3, 2}: Whole, {1, 0, -2}: Two, {2, 0, -8}: Whole, {2, 1, -1}: Two, {1 << 20, 0, 1}: Two,
	} {
		if got := Quadratic(of[0], of[1], of[2]); got != want {
			t.Errorf("Quadratic(%v) = %d, want %d", of, got, want)
		}
	}
}

// The calendar is that of package time.
func TestCalendar(t *testing.T) {
	for d := time.Date(1812, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 2013; d = d.AddDate(0, 0, 1) {
		next := d.AddDate(0, 0, 1)
		y, m, day := NextDay(int32(d.Year()), int32(d.Month()), int32(d.Day()))
		if next.Year() == 2013 {
			next = time.Time{}
			y, m, day = y+1, m+1, day+1
		}
		if int(y) != next.Year() || time.Month(m) != next.Month() || int(day) != next.Day() {
			t.Fatalf("after %v: %d %d %d", d, y, m, day)
		}
		if got := Weekday(int32(d.Year()), int32(d.Month()), int32(d.Day())); (got+6)%7 != int32(d.Weekday()) {
			t.Fatalf("%v: weekday %d", d, got)
		}
	}
	for _, d := range [][3]int32{{1900, 2, 29}, {2001, 2, 29}, {2000, 2, 30}, {2000, 4, 31}, {2000, 1, 32}, {2000, 13, 1}, {2000, 0, 1}, {2000, 1, 0}} {
		if y, _, _ := NextDay(d[0], d[1], d[2]); y != 0 || Weekday(d[0], d[1], d[2]) != -1 {
			t.Errorf("%v is a day", d)
		}
	}
}

func TestAdvisory(t *testing.T) {
	e := Encounter{Sure: true, TwoReports: true, Separation: 700, Own: 1000, Other: 1700, Up: 900, Down: 300}
	tests := []struct {
		name   string
		change func(e *Encounter)
		want   int
	}{
		{"below, descending is unsafe", func(*Encounter) {}, Climb},
		{"below, descending is safe", func(e *Encounter) { e.Down = 500 }, Unresolved},
		{"a higher layer needs more", func(e *Encounter) { e.Down, e.Layer = 500, 2 }, Climb},
		{"above, climbing is safe", func(e *Encounter) { e.Own, e.Other, e.Up, e.Down = 1700, 1000, 500, 900 }, Descend},
		{"above, climbing is unsafe", func(e *Encounter) { e.Own, e.Other, e.Up, e.Down = 1700, 1000, 300, 900 }, Unresolved},
		{"not sure", func(e *Encounter) { e.Sure = false }, Unresolved},
		{"climbing fast", func(e *Encounter) { e.OwnRate = 601 }, Unresolved},
		{"a separation of 600", func(e *Encounter) { e.Separation = 600 }, Unresolved},
		{"intent known", func(e *Encounter) { e.Equipped, e.Intent = true, 1 }, Unresolved},
		{"intent not known", func(e *Encounter) { e.Equipped = true }, Climb},
	}
	for _, tt := range tests {
		x := e
		if tt.change(&x); Advisory(x) != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, Advisory(x), tt.want)
		}
	}
}
