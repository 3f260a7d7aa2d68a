// Package total adds up columns of loosely typed tables.
package total

import (
	"fmt"
	"strconv"
)

// Sum returns the sum of the cells of a column. Empty cells count as zero, and texts as the numbers that they hold.
func Sum(cells []any) (float64, error) {
	sum := 0.0
	for i, cell := range cells {
		switch v := cell.(type) {
		case nil:
		case float64:
			sum += v
		case int:
			sum += float64(v)
		case int64:
			sum += float64(v)
		case string:
			n, err := strconv.ParseFloat(v, 64)
			if err != nil {
				return 0, fmt.Errorf("total: row %d: %w", i, err)
			}
			sum += n
		default:
			return 0, fmt.Errorf("total: row %d holds a %T", i, cell)
		}
	}
	return sum, nil
}
