// Package idlist keeps lists of numbers in a column of a database.
package idlist

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
)

// IDs are numbers of rows. They are stored as {1,2,3}, and nil as NULL.
type IDs []uint64

// Value implements driver.Valuer.
func (ids IDs) Value() (driver.Value, error) {
	if ids == nil {
		return nil, nil
	}
	b := []byte{'{'}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, id, 10)
	}
	return string(append(b, '}')), nil
}

// Scan implements sql.Scanner.
func (ids *IDs) Scan(src any) error {
	var text string
	switch v := src.(type) {
	case nil:
		*ids = nil
		return nil
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		return fmt.Errorf("idlist: cannot scan a %T", src)
	}
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return fmt.Errorf("idlist: %q is no list", text)
	}
	list := IDs{}
	for word := range strings.SplitSeq(text[1:len(text)-1], ",") {
		id, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return fmt.Errorf("idlist: %w", err)
		}
		list = append(list, id)
	}
	*ids = list
	return nil
}
