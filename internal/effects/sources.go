package effects

import (
	"go/constant"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sources lists the functions that tell what is not the same on every machine, in every process or
// on every run, with what that is; "*" stands for the functions of a package that are not named
// otherwise. A function that writes it through an argument is listed like one that returns it.
var sources = []struct{ path, names, what string }{
	{"os", "Getpid Getppid", "the process"},
	{"os", "Getuid Geteuid Getgid Getegid Getgroups UserHomeDir UserCacheDir UserConfigDir", "the user"},
	{"os", "Hostname Getpagesize TempDir Executable", "the machine"},
	{"os", "Getwd", "the directory of the test"},
	{"os", "Environ", "the environment"},
	{"os/user", "*", "the user"},
	{"runtime", "NumCPU GOMAXPROCS NumCgoCall", "the processors"},
	{"runtime", "NumGoroutine ReadMemStats Stack", "what else the process does"},
	{"runtime", "Version GOROOT", "the version of Go"},
	{"runtime/debug", "ReadBuildInfo", "the build"},
	{"syscall", "Getpid Getppid", "the process"},
	{"syscall", "Getuid Geteuid Getgid Getegid Getgroups", "the user"},
	{"syscall", "Getrlimit Getrusage Getpagesize Statfs Fstatfs Sysinfo Uname Gettimeofday Times Time", "the machine"},
	{"testing", "CoverMode Coverage Short Verbose", "the flags of the test"},
	{"net", "Interfaces InterfaceAddrs InterfaceByName InterfaceByIndex", "the machine"},
	{"math/rand", "ExpFloat64 Float32 Float64 Int Int31 Int31n Int63 Int63n Intn NormFloat64 Perm Read Shuffle Uint32 Uint64", "chance"},
	{"math/rand/v2", "ExpFloat64 Float32 Float64 Int Int32 Int32N Int64 Int64N IntN N NormFloat64 Perm Shuffle Uint Uint32 Uint32N Uint64 Uint64N UintN", "chance"},
	{"crypto/rand", "Int Prime Read Text", "chance"},
	{"hash/maphash", "MakeSeed", "chance"},
}

// clocks lists the functions that read the clock, and readings the methods of a moment that give its
// parts. The order of a moment and another is left to the check of inputs (package moment); a part
// of a moment, such as the hour, is another one in every test run.
var (
	clocks   = nameSet(`Now Since Until`)
	readings = nameSet(`Time.AppendFormat Time.Clock Time.Date Time.Day Time.Format Time.GoString Time.Hour Time.ISOWeek Time.Minute Time.Month
		Time.Nanosecond Time.Second Time.String Time.Weekday Time.Year Time.YearDay Time.Round Time.Truncate`)
)

// parts lists the methods of a duration that give it in coarse units, capacities and addresses
// functions whose number depends on how memory is allocated.
var (
	parts      = nameSet(`Duration.Round Duration.Truncate`)
	capacities = map[string]map[string]bool{
		"bytes":   nameSet(`Buffer.Available Buffer.Cap`),
		"strings": nameSet(`Builder.Cap`),
		"reflect": nameSet(`Value.Cap`),
	}
	addresses = nameSet(`Value.Pointer Value.UnsafeAddr`)
)

// relative lists functions that list a directory, which is the one of the test if their first
// argument is a relative path.
var relative = map[string]map[string]bool{
	"os":            nameSet(`ReadDir DirFS`),
	"path/filepath": nameSet(`Glob Walk WalkDir Abs`),
	"io/ioutil":     nameSet(`ReadDir`),
}

// sourceOf returns what a call of a function of the standard library tells of the machine, the
// process or the run, "" if it tells nothing of them.
func sourceOf(f *ssa.Function, args []ssa.Value) string {
	path, name := nameOf(f)
	path = strings.TrimPrefix(path, "vendor/")
	if relative[path][name] && isRelative(args) {
		return "the directory of the test"
	}
	if strings.HasPrefix(path, "golang.org/x/sys/") {
		path = "syscall"
	}
	for _, s := range sources {
		if s.path == path && (s.names == "*" && f.Signature.Recv() == nil || strings.Contains(" "+strings.Join(strings.Fields(s.names), " ")+" ", " "+name+" ")) {
			return s.what
		}
	}
	return ""
}

// isRelative reports whether the first argument is a constant relative path.
func isRelative(args []ssa.Value) bool {
	if len(args) == 0 {
		return false
	}
	c, ok := args[0].(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && !filepath.IsAbs(constant.StringVal(c.Value))
}
