package load

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Fingerprint identifies the contents of a package and of all that it imports.
type Fingerprint struct {
	ImportPath, Dir string

	// Sum is a hash of the files in the package's directory, of its embedded files, of the packages that
	// it imports, directly or not, without their tests, and of the settings of the go command. It is
	// empty if the package cannot be built.
	Sum string
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir string
	Standard        bool
	DepOnly         bool
	Incomplete      bool
	GoFiles         []string
	CgoFiles        []string
	EmbedFiles      []string
	Imports         []string
	ImportMap       map[string]string
	Module          *listedModule
}

type listedModule struct {
	Path, Version, Sum string
	Replace            *listedModule
}

// Fingerprints returns the fingerprints of the packages that match the patterns. skip says of which files,
// by their contents, the fingerprint of a package does not depend. Packages without Go files that match
// only by a wildcard are left out.
func Fingerprints(ctx context.Context, dir string, env []string, skip func(text []byte) bool, patterns ...string) ([]Fingerprint, error) {
	settings, err := output(ctx, dir, env, "env", "GOVERSION", "GOFLAGS", "GOOS", "GOARCH", "CGO_ENABLED", "GOEXPERIMENT", "GOAMD64", "GOARM64", "GO386", "GOWORK")
	if err != nil {
		return nil, err
	}
	text, err := output(ctx, dir, env, append([]string{"list", "-e", "-deps",
		"-json=ImportPath,Dir,Standard,DepOnly,Incomplete,GoFiles,CgoFiles,EmbedFiles,Imports,ImportMap,Module", "--"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{} // by import path; go list -deps prints imports first
	var prints []Fingerprint
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		p := &listed{}
		if err := d.Decode(p); err == io.EOF {
			return prints, nil
		} else if err != nil {
			return nil, err
		}
		sum := p.fingerprint(string(settings), sums, skip)
		sums[p.ImportPath] = sum
		named := slices.ContainsFunc(patterns, func(pattern string) bool { return !strings.Contains(pattern, "...") })
		if !p.DepOnly && (named || len(p.GoFiles)+len(p.CgoFiles) > 0) {
			prints = append(prints, Fingerprint{p.ImportPath, p.Dir, p.withTests(sum, skip)})
		}
	}
}

// output runs a go command and returns its standard output.
func output(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, env
	return cmd.Output()
}

// fingerprint returns the hash of a package, given those of its imports; "" if it cannot be built.
func (p *listed) fingerprint(settings string, sums map[string]string, skip func([]byte) bool) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q\n", settings, p.ImportPath)
	if p.Standard { // of the version in the settings
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	for _, path := range p.Imports {
		if to := p.ImportMap[path]; to != "" {
			path = to
		}
		if path == "C" || path == "unsafe" {
			continue
		}
		if sums[path] == "" {
			return ""
		}
		fmt.Fprintf(h, "%q %s\n", path, sums[path])
	}
	if m := p.Module.used(); m != nil && m.Version != "" && !p.inTree() {
		fmt.Fprintf(h, "%q %q\n", m.Path, m.Version)
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	if p.Incomplete || !hashFiles(h, p.Dir, p.EmbedFiles, false, skip) {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// withTests adds the package's own tests to its fingerprint. Packages that import it do not depend on them.
func (p *listed) withTests(sum string, skip func([]byte) bool) string {
	h := sha256.New()
	fmt.Fprintln(h, sum)
	if sum == "" || !hashFiles(h, p.Dir, nil, true, skip) {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// used returns the module that provides the files.
func (m *listedModule) used() *listedModule {
	if m != nil && m.Replace != nil {
		return m.Replace
	}
	return m
}

// inTree reports whether the files of a package of another module lie in a vendor directory.
func (p *listed) inTree() bool {
	return strings.Contains(filepath.ToSlash(p.Dir), "/vendor/")
}

// hashFiles writes the plain files of a directory, either its tests or all others, and further ones in it
// to a hash. It reports whether it could read them.
func hashFiles(h io.Writer, dir string, more []string, tests bool, skip func([]byte) bool) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	names := slices.Clone(more)
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && info.Mode().IsRegular() && !slices.Contains(more, e.Name()) && strings.HasSuffix(e.Name(), "_test.go") == tests {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := ReadFile(filepath.Join(dir, name))
		if err != nil {
			return false
		}
		if !skip(text) {
			fmt.Fprintf(h, "%q %x\n", name, sha256.Sum256(text))
		}
	}
	return true
}
