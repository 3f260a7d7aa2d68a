// Package matrix is a matrix of numbers in one list.
//
// Invariant of Matrix: rows and cols are between 1 and 6, and cells has rows times cols elements.
package matrix

import "errors"

// Matrix is a matrix, row by row.
type Matrix struct {
	rows, cols int
	cells      []int
}

var (
	ErrSize  = errors.New("matrix: no such size")
	ErrPlace = errors.New("matrix: no such place")
)

// New makes a matrix of zeros.
func New(rows, cols int) (*Matrix, error) {
	if rows < 1 || rows > 6 || cols < 1 || cols > 6 {
		return nil, ErrSize
	}
	return &Matrix{rows, cols, make([]int, rows*cols)}, nil
}

// Unit makes the unit matrix.
func Unit(n int) (*Matrix, error) {
	m, err := New(n, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		m.cells[i*n+i] = 1
	}
	return m, nil
}

// Set sets a cell.
func (m *Matrix) Set(row, col, v int) error {
	if row < 0 || row >= m.rows || col < 0 || col >= m.cols {
		return ErrPlace
	}
	m.cells[row*m.cols+col] = v
	return nil
}

// Transpose exchanges rows and columns.
func (m *Matrix) Transpose() {
	if len(m.cells) != m.rows*m.cols {
		panic("matrix: cells of another matrix")
	}
	cells := make([]int, 0, len(m.cells))
	for col := range m.cols {
		for row := range m.rows {
			cells = append(cells, m.cells[row*m.cols+col])
		}
	}
	m.rows, m.cols, m.cells = m.cols, m.rows, cells
}

// AddRow adds a row so often to another one.
func (m *Matrix) AddRow(from, to, times int) error {
	if from < 0 || from >= m.rows || to < 0 || to >= m.rows || from == to {
		return ErrPlace
	}
	for col := range m.cols {
		m.cells[to*m.cols+col] += times * m.cells[from*m.cols+col]
	}
	return nil
}

// DropRow takes the last row away, unless it is the only one.
func (m *Matrix) DropRow() bool {
	if m.rows == 1 {
		return false
	}
	m.rows--
	m.cells = m.cells[:m.rows*m.cols]
	return true
}

// Kind says what it is, in one word.
func (m *Matrix) Kind() string {
	if m.rows <= 0 || m.cols <= 0 {
		return "empty" // never
	}
	if m.rows != m.cols {
		return "oblong"
	}
	upper, symmetric, unit := true, true, true
	for row := range m.rows {
		for col := range m.cols {
			v := m.cells[row*m.cols+col]
			if row > col && v != 0 {
				upper = false
			}
			if v != m.cells[col*m.cols+row] {
				symmetric = false
			}
			if row == col && v != 1 || row != col && v != 0 {
				unit = false
			}
		}
	}
	switch {
	case unit:
		return "unit"
	case upper && symmetric:
		return "diagonal"
	case symmetric:
		return "symmetric"
	case upper:
		return "upper"
	}
	return "square"
}
