package testcheck

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A setting is the environment of a run. Tests must pass in all of them: what
// they assert has to hold on another machine too.
type setting struct {
	clean bool   // nothing is left of the user's environment that results do not hang on
	zone  string // the time zone: the user's if empty, or "elsewhere"
	lang  string // the language, the user's if empty

	named   bool // the variables that the package names are set
	foreign bool // the machine and its user are others
	shown   bool // files are readable that only the sandbox keeps from being read

	binary string                                // to run, if not that of the suite
	launch func(cmd *exec.Cmd, dir string) error // in place of the options'
}

// settings are those of the first runs; the repetitions are clean. The user's environment
// comes last: what fails there alone is not told with the words of the run.
var settings = [...]setting{
	{clean: true, zone: "UTC", lang: "C", named: true, shown: true},
	{clean: true, zone: elsewhere, lang: "tr_TR.UTF-8", foreign: true},
	{},
}

var clean = setting{clean: true}

// elsewhere is a zone in which hardly anybody runs tests, a quarter of an hour
// off the full one.
const (
	elsewhere       = "elsewhere"
	elsewhereOffset = 5*3600 + 45*60
)

// needed are the variables that a clean environment keeps: what is no secret and results
// may hang on, and what systems without a sandbox cannot do without.
var needed = []string{"TZ", "ZONEINFO", "LANG", "LC_ALL", "GODEBUG", "GORACE", "GOTRACEBACK", "PWD", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT"}

// environ is the environment of a run that may write in the directory own. names are
// variables that the package may read.
func (st setting) environ(env []string, own string, names []string) ([]string, error) {
	env = slices.Clone(env)
	if st.clean {
		env = slices.DeleteFunc(env, func(e string) bool {
			name, _, _ := strings.Cut(e, "=")
			return !slices.Contains(needed, name)
		})
		env = append(env, "HOME="+own)
	}
	if st.named {
		for _, name := range names {
			env = append(env, name+"=1")
		}
	}
	if st.lang != "" {
		env = append(env, "LANG="+st.lang, "LC_ALL="+st.lang)
	}
	switch st.zone {
	case "":
	case elsewhere:
		path := filepath.Join(own, "zone")
		if err := os.WriteFile(path, zoneFile(elsewhereOffset, "ELS"), 0o600); err != nil {
			return nil, err
		}
		env = append(env, "TZ="+path)
	default:
		env = append(env, "TZ="+st.zone)
	}
	return env, nil
}

// zoneFile is a time zone without changes in the form that tzfile(5)
// describes: a system need not have any.
func zoneFile(offset int32, name string) []byte {
	b := append([]byte("TZif"), make([]byte, 16)...)
	for _, count := range []uint32{0, 0, 0, 0, 1, uint32(len(name) + 1)} { // the last two: types, letters of their names
		b = binary.BigEndian.AppendUint32(b, count)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(offset))
	b = append(b, 0, 0) // no summer time, and where its name begins
	return append(b, name+"\x00"...)
}
