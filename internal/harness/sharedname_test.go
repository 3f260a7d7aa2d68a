package harness

import (
	"maps"
	"slices"
	"testing"
)

// TestSharedName: two imported packages of the same name have different names in generated files, also
// if the name is the import path of the second one.
func TestSharedName(t *testing.T) {
	p := checkedPackages(t, map[string]string{"m/b/time": `package time

type Duration struct{ Years int }
`, "m": `package m

import (
	std "time"

	"m/b/time"
)

func F(a *time.Duration, b std.Duration) bool { return a != nil && a.Years > 3 && b > std.Second }
`})["m"]
	paths := map[string]string{}
	for _, path := range []string{"m/b/time", "time"} {
		name, ok := p.qualify(path)
		if paths[name] != "" || !ok {
			t.Errorf("%q is named %q, as is %q, %v", path, name, paths[name], ok)
		}
		paths[name] = path
	}
	if names := slices.Sorted(maps.Keys(paths)); !slices.Equal(names, []string{"time", "time2"}) {
		t.Errorf("names are %v", names)
	}
	fns := signAll(p.Coder, map[string]int{}, Options{})
	text := p.Generate(fns, File{Probe: probePath})
	if err := check(p.pkg, text, p.probe, p.all); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
