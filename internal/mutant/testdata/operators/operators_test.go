package operators

import (
	"slices"
	"testing"
)

func TestAll(t *testing.T) {
	if !Small(9) || Small(10) {
		t.Error("Small")
	}
	if Sum(1, 3) != 5 || Sum(7, 10) != 22 {
		t.Error("Sum")
	}
	if !Both(true, true) || Both(true, false) || Both(false, true) || Both(false, false) {
		t.Error("Both")
	}
	var all []string
	list := []string{"a", "b"}
	if n, last := Count(list, func(s string) { all = append(all, s) }); n != 2 || last != "b" || !slices.Equal(all, list) {
		t.Error("Count")
	}
	if Fail(0) == nil || Fail(1) == nil || Fail(0).Error() != "zero" {
		t.Error("Fail")
	}
}
