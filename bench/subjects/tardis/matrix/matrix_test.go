package matrix

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMatrix holds the matrix against a table of cells.
func TestMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 7)
		rows, cols := size.Draw(t, "rows"), size.Draw(t, "cols")
		m, err := New(rows, cols)
		if (err == nil) != (rows >= 1 && rows <= 6 && cols >= 1 && cols <= 6) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		var want [7][7]int
		for range rapid.IntRange(0, 20).Draw(t, "calls") {
			i, j, v := rapid.IntRange(-1, 6).Draw(t, "i"), rapid.IntRange(-1, 6).Draw(t, "j"), rapid.IntRange(-2, 2).Draw(t, "v")
			switch rapid.IntRange(0, 3).Draw(t, "call") {
			case 0:
				if m.Set(i, j, v) == nil {
					want[i][j] = v
				}
			case 1:
				m.Transpose()
				was := want
				for i := range want {
					for j := range want {
						want[i][j] = was[j][i]
					}
				}
				rows, cols = cols, rows
			case 2:
				if m.AddRow(i, j, v) == nil {
					for col := range want[j] {
						want[j][col] += v * want[i][col]
					}
				}
			case 3:
				if m.DropRow() {
					rows--
					want[rows] = [7]int{}
				}
			}
			if m.rows != rows || m.cols != cols || len(m.cells) != rows*cols || m.Kind() == "empty" {
				t.Fatalf("%+v", m)
			}
			for i := range rows {
				for j := range cols {
					if m.cells[i*cols+j] != want[i][j] {
						t.Fatalf("%+v, want %v", m, want)
					}
				}
			}
		}
	})
}

func TestKind(t *testing.T) {
	for want, cells := range map[string][]int{
		"unit": {1, 0, 0, 1}, "diagonal": {2, 0, 0, 1}, "symmetric": {1, 2, 2, 1}, "upper": {1, 2, 0, 1}, "square": {1, 2, 3, 1},
	} {
		m, _ := Unit(2)
		for i, v := range cells {
			if err := m.Set(i/2, i%2, v); err != nil {
				t.Fatal(err)
			}
		}
		if got := m.Kind(); got != want {
			t.Errorf("%v is %s, not %s", cells, got, want)
		}
	}
}
