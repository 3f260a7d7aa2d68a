package testcheck

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A setting describes the environment of a run. Tests must pass in all settings, because their
// assertions must hold on other machines too.
type setting struct {
	name      string // says where or how the tests run; ends a sentence
	clean     bool   // keep only keptVars of the user's environment variables
	bare      bool   // there are no environment variables, and the directory for temporary files is the system's
	setVars   bool   // the environment variables that the package may read are set
	foreign   bool   // another machine and user in another time zone are simulated
	showFiles bool   // a small file is shown in place of each file that is unreadable only because of the sandbox

	ordered bool // the tests run in the order of their files, as go test runs them
	keeping bool // no garbage is collected while the heap is small, so that a sync.Pool keeps what tests put into it
}

// settings lists the settings of the first runs; repetitions use keepingSetting, and cleanSetting
// under the race detector. The user's environment comes last, because messages cannot quote its
// output. A failure that shows in another setting too is then reported with the output from there.
var settings = [...]setting{
	{name: "with all environment variables that it may read set to 1", clean: true, setVars: true, showFiles: true},
	{name: "as another user on another machine", clean: true, foreign: true},
	{name: "without environment variables", bare: true},
	{name: "in the user's environment", ordered: true},
}

var (
	cleanSetting   = setting{clean: true}
	keepingSetting = setting{clean: true, keeping: true}
)

// smallHeap is the memory of a test process in bytes beyond which garbage is collected in any setting.
const smallHeap = 256 << 20

// foreignOffset is the offset of ForeignZone in seconds. It is no multiple of half an hour.
const foreignOffset = 5*3600 + 45*60

// keptVars lists the variables that a clean environment keeps: variables that results may
// depend on and that are no secrets, and variables that systems without a sandbox need.
var keptVars = []string{"TZ", "ZONEINFO", "LANG", "LC_ALL", "GODEBUG", "GORACE", "GOTRACEBACK", "PWD", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT"}

// environ returns the environment of a run that may write to the directory ownDir. names lists the
// variables that the package may read.
func (st setting) environ(env []string, ownDir string, names []string) ([]string, error) {
	if st.bare {
		return slices.DeleteFunc(append([]string{}, env...), func(e string) bool { return !strings.HasPrefix(e, "SYSTEMROOT=") }), nil
	}
	env = slices.Clone(env)
	if st.clean {
		env = slices.DeleteFunc(env, func(e string) bool {
			name, _, _ := strings.Cut(e, "=")
			return !slices.Contains(keptVars, name)
		})
		env = append(env, "HOME="+ownDir)
	}
	if st.keeping {
		env = append(env, "GOGC=off", "GOMEMLIMIT="+strconv.Itoa(smallHeap))
	}
	if st.setVars {
		for _, name := range names {
			env = append(env, name+"=1")
		}
	}
	if st.foreign {
		zone, err := ForeignZone(ownDir)
		if err != nil {
			return nil, err
		}
		env = append(env, zone)
	}
	return env, nil
}

// ForeignZone writes a time zone in which tests are hardly ever run into the directory dir. It returns
// the environment variable that sets it.
func ForeignZone(dir string) (env string, err error) {
	path := filepath.Join(dir, "zone")
	return "TZ=" + path, os.WriteFile(path, zoneFile(foreignOffset, "ELS"), 0o600)
}

// zoneFile returns a time zone with a constant offset in the format of tzfile(5). The check does
// not rely on a time zone database, because a system need not have one.
func zoneFile(offset int32, name string) []byte {
	b := append([]byte("TZif"), make([]byte, 16)...)
	for _, count := range []uint32{0, 0, 0, 0, 1, uint32(len(name) + 1)} { // the last two: number of types, bytes of their names
		b = binary.BigEndian.AppendUint32(b, count)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(offset))
	b = append(b, 0, 0) // no daylight saving time; index of the name
	return append(b, name+"\x00"...)
}
