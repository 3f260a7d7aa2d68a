package harness

import "testing"

// TestQualify: a package that the package under test does not import has a name that Go allows, whatever its path ends in.
func TestQualify(t *testing.T) {
	c := loadSource(t, "package m\n\nvar bytes int\n")
	for path, want := range map[string]string{
		"example.com/model/go": "pkggo", "example.com/yaml.v3": "yaml", "example.com/2d": "pkg2d", "example.com/go-cmp": "pkggo",
		"net/url": "url", "bytes": "bytes2",
	} {
		if got, _ := c.qualify(path); got != want {
			t.Errorf("%s is called %q, want %q", path, got, want)
		}
	}
}
