package load

import (
	"context"
	"os"
	"strings"
	"testing"
)

// KeepFlags keeps only flags that determine the files of a package, with their quotes.
func TestKeepFlags(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "-buildvcs=false",
		"-cover -race -v -n -json -x":   "-buildvcs=false",
		"--tags=a,b -run=X -count=1":    "-buildvcs=false --tags=a,b",
		"'-tags=a b' \"-ldflags=-s x\"": "-buildvcs=false '-tags=a b'",
		"-mod=mod\t-modfile=x.mod -C=y": "-buildvcs=false -mod=mod -modfile=x.mod",
	} {
		if got := strings.Join(KeepFlags(in), " "); got != want {
			t.Errorf("%q: kept %q, want %q", in, got, want)
		}
	}
}

func TestEnviron(t *testing.T) {
	dir := unpack(t)
	get := func(set ...string) ([]string, error) {
		env, _, err := Environ(context.Background(), dir, t.TempDir(), append(os.Environ(), set...))
		return env, err
	}
	for _, flags := range []string{"-cover", "-covermode=atomic", "-json", "-race -v -n", "-tags=neverset -unheard=of"} {
		env, err := get("GOFLAGS=" + flags)
		if err != nil {
			if !strings.Contains(flags, "unheard") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", flags, err)
			}
			continue
		}
		if _, err := Load(context.Background(), dir, Options{Env: env}, "./good"); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
	env, err := get("GOFLAGS=-tags=neverset -race")
	if err != nil {
		t.Fatal(err)
	}
	if pkgs, err := Load(context.Background(), dir, Options{Env: env}, "./excluded"); err != nil || len(pkgs) != 1 {
		t.Errorf("with its tag: %v, %v", pkgs, err)
	}
	_, err = get("GOOS=plan9", "GOARCH=arm")
	if err == nil || !strings.HasPrefix(err.Error(), "GOOS=plan9 GOARCH=arm: the code has to run here, on ") {
		t.Errorf("another system: %v", err)
	}
}
