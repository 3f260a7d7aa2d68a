package dse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/dse"
)

// TestNames asserts that the names of the strategies are in order, and that each has one.
func TestNames(t *testing.T) {
	names := dse.Names()
	if !slices.IsSorted(names) || dse.ByName("none") != nil {
		t.Errorf("%q", names)
	}
	for _, want := range []string{"auto", "fitnex", "pex", "pex-without-fitnex", "random", "bfs", "dfs"} {
		if !slices.Contains(names, want) || dse.ByName(want) == nil {
			t.Errorf("%s is missing", want)
		}
	}
}

// TestRegister asserts that a name is refused, and named, that is taken or says nothing.
func TestRegister(t *testing.T) {
	for _, c := range []struct {
		name string
		f    dse.Factory
		want string
	}{
		{"pex", dse.Random, `strategy "pex" is registered twice`},
		{"", dse.Random, "without a name"},
		{"mine", nil, `strategy "mine" is registered and is nothing`},
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want) {
					t.Errorf("%q: %s", c.name, text)
				}
			}()
			dse.Register(c.name, c.f)
		}()
	}
	if slices.Contains(dse.Names(), "mine") {
		t.Error("what was refused is there")
	}
}
