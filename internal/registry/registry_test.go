package registry

import (
	"fmt"
	"slices"
	"testing"
)

// Test: what is added is found; what cannot be is refused by name.
func Test(t *testing.T) {
	var things Of[func() int]
	things.Add("thing", "b", func() int { return 2 })
	things.Add("thing", "a", func() int { return 1 })
	for name, want := range map[string]string{
		"a": `thing "a" is registered twice`,
		"":  `thing "" is registered without a name`,
		"c": `thing "c" is registered and is nothing`,
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); said != want {
					t.Errorf("said %s, want %s", said, want)
				}
			}()
			things.Add("thing", name, nil)
		}()
	}
	if f, err := things.Find("a"); err != nil || f() != 1 {
		t.Error(err)
	}
	if f, err := things.Find("c"); f != nil || fmt.Sprint(err) != `"c" is none of b, a` {
		t.Error(err)
	}
	if values := things.Values(); !slices.Equal(things.Names(), []string{"a", "b"}) || len(values) != 2 || values[0]() != 2 {
		t.Errorf("%v, %d values", things.Names(), len(values))
	}
}
