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
