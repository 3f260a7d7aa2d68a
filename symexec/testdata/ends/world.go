package ends

import (
	"math/rand/v2"
	"os"
	"time"
)

// Moment depends on the clock, on chance and on what files there are.
func Moment(name string) (int64, uint64, bool) {
	_, err := os.Stat("none/" + name)
	return time.Now().UnixNano(), rand.Uint64(), err != nil
}

var terminal bool

func init() {
	if info, err := os.Stdout.Stat(); err == nil {
		terminal = info.Mode()&os.ModeCharDevice != 0
	}
}

// Terminal depends on what the package has found out when the process began.
func Terminal(n int) int {
	if terminal {
		return n
	}
	return 0
}

func lost() bool {
	_, err := os.Getwd()
	return err != nil
}

// home is a negation that no model knows.
var home = !lost()

// Home depends on what no model knows.
func Home(n int) bool { return n > 0 && home }

var away = lost()

// Away negates what no model knows.
func Away(n int) bool { return !away }
