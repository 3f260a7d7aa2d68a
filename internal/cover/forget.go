package cover

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// stateKept is how long the state of a run is kept that was not taken up.
const stateKept = 14 * 24 * time.Hour

// temporary begins the name of a state file that is being written.
const temporary = ".state-"

// ownName matches the names that a saver gives to files, and no others.
var ownName = regexp.MustCompile(fmt.Sprintf(`^([0-9a-f]{%d}\.json|%s[0-9]+)$`, stateName, regexp.QuoteMeta(temporary)))

// forget removes the files of runs that nobody has taken up for long. Only
// what lies in the directory of states itself, is a plain file, and has a name
// that a saver gives is looked at, and this run's own is kept.
func (v *saver) forget(now time.Time) {
	dir := filepath.Dir(v.file)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !ownName.MatchString(e.Name()) || !e.Type().IsRegular() || e.Name() == filepath.Base(v.file) {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > stateKept {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
