// Package outside removes files, mostly if its surroundings are so. The comment
// "reads:" of a function is what the analysis must find, "passive" that it only reads.
package outside

import (
	"flag"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

var errNone = os.ErrNotExist

var fromStart = os.Getenv("DIR") + "/x"

var fromInit string

var fromConfigure string

var table = map[string]string{}

var force = flag.Bool("force", false, "")

var fixed = []string{"a", "b"}

func init() {
	if os.Getenv("DIR") != "" {
		fromInit = "/x"
	}
}

var fromCall string

func init() { keep(os.Getenv("DIR")) }

func keep(dir string) { fromCall = dir }

// reads: os.Getenv
func called() { os.RemoveAll(fromCall) }

func configure() { fromConfigure = os.Getenv("DIR") }

func fill(name string) { table[name], _ = os.LookupEnv(name) }

// reads: os.Getenv
func direct() {
	if dir := os.Getenv("DIR"); dir != "" {
		os.RemoveAll(dir)
	}
}

// reads: os.Environ
func deep(name string) {
	if known(name) {
		os.RemoveAll(name)
	}
}

func known(name string) bool {
	for _, e := range os.Environ() {
		if strings.HasPrefix(e, name) {
			return true
		}
	}
	return false
}

// reads: os.Getenv
func start() { os.RemoveAll(fromStart) }

// reads: os.Getenv
func initialized() { os.RemoveAll(fromInit) }

// reads: os.Getenv
func configured() { os.RemoveAll(fromConfigure) }

// reads: os.LookupEnv
func filled() { os.RemoveAll(table["DIR"]) }

// reads: os.Args
func forced(name string) {
	if *force {
		os.RemoveAll(name)
	}
}

// reads: os.Args
func arguments() { os.RemoveAll(os.Args[len(os.Args)-1]) }

// reads: os.Stdin
func asked(b []byte) {
	if n, _ := os.Stdin.Read(b); n > 0 {
		os.RemoveAll(string(b[:n]))
	}
}

// reads: exec.Command
func found() error { return exec.Command("touch", "x").Run() }

// reads: runtime.NumCPU
func many(name string) {
	if runtime.NumCPU() > 64 {
		os.RemoveAll(name)
	}
}

// reads: os.Getenv
func value(name string) { os.RemoveAll(os.Expand(name, os.Getenv)) }

// reads: nothing
func told(name string) error {
	if name == "" {
		return errNone
	}
	return os.RemoveAll(name)
}

// reads: nothing
func stamped(name string) error { return os.WriteFile(name, []byte(time.Now().String()), 0o600) }

// reads: nothing
func joined() { os.RemoveAll(strings.Join(fixed[:1], "/")) }

// passive
func look(name string) bool {
	_, err := os.Stat(name)
	return err == nil && os.Getenv("DIR") != ""
}

// passive
func read(name string) ([]byte, error) { return os.ReadFile(name) }
