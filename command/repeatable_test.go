package command

import (
	"flag"
	"io"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// TestRepeatable: parsing the line that repeatable makes of a parsed line gives the same options,
// for every flag that is not irrelevant.
func TestRepeatable(t *testing.T) {
	values := map[string][]string{
		"allow": {"fs", "fs,net"}, "goals": {"branches", "branches,mutants"}, "train": {"3", "3,4"}, "size": {"10", "10,50", "10,n=3"}, "domain": {"n=0..9", "s='a'..'z'"},
	}
	for _, name := range []string{"cover", "worst"} {
		parsed := func(args []string) (call, *flag.FlagSet) {
			fs := newFlags(name, io.Discard)
			c := commands[name](fs)
			rest, _, done := parse(fs, env{args: args, stdout: io.Discard, stderr: io.Discard})
			if done || !reflect.DeepEqual(rest, []string{"p.F"}) {
				t.Errorf("%q has the arguments %q", args, rest)
			}
			return c, fs
		}
		_, all := parsed([]string{"p.F"})
		all.VisitAll(func(f *flag.Flag) {
			list := values[f.Name]
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
				list = []string{"true", "false"}
			} else if _, ok := f.Value.(flag.Getter); ok {
				list = []string{"7", "7s", "true", "a b'$x"} // of these, a number or a duration takes some
			}
			if len(list) == 0 {
				t.Errorf("%s -%s: no values", name, f.Name)
			}
			for _, value := range list {
				if values[f.Name] == nil && f.Value.Set(value) != nil {
					continue
				}
				was, fs := parsed([]string{"-" + f.Name + "=" + value, "p.F"})
				line := repeatable(fs, []string{"p.F"})
				out, err := exec.Command("sh", "-c", "printf '%s\\n' "+line).Output()
				if err != nil {
					t.Fatal(err)
				}
				is, _ := parsed(strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")[2:])
				if !irrelevantFlags[f.Name] && !reflect.DeepEqual(was, is) {
					t.Errorf("-%s=%s is repeated by %s\nwas %+v\nis  %+v", f.Name, value, line, was, is)
				}
			}
		})
	}
}
