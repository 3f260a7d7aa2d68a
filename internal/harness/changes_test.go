package harness

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

const changing = `package p

import (
	"log"
	"net/http"
	"os"
	"runtime"
	"sort"
	"sync"
)

type color struct{ n int }

func (c *color) paint()     { c.n++ }
func (c *color) shade() int { return c.n }
func (c *color) stain()     { d := c.self(); d.n = 1 }
func (c *color) self() *color { return c }

var (
	count  int
	list   = []int{1}
	colors = map[int]*color{}
	box    struct{ items []int }
	limits = &color{}
	once   sync.Once
	def    *color
)

func Default() *color     { once.Do(func() { def = &color{} }); return def }
func SetDefault(c *color) { def = c }
func Both(c *color)       { Default(); SetDefault(c) }

func Count()          { count++ }
func Element()        { list[0] = 1 }
func Whole()          { list = nil }
func Alias()          { l := list; l[0] = 2 }
func Paint()          { c := colors[0]; c.paint() }
func Shade() int      { return limits.shade() + colors[0].shade() }
func Stain()          { limits.stain() }
func Field()          { colors[0].n = 1 }
func Entry()          { colors[1] = nil }
func Inside()         { box.items[0] = 1 }
func Target()         { limits.n = 1 }
func Through()        { Target(); Whole() }
func ReadColor() int  { return colors[0].n }
func ReadList() int   { return len(list) + list[0] }
func Args()           { os.Args = nil }
func SortArgs()       { sort.Strings(os.Args) }
func Timeout()        { http.DefaultClient.Timeout = 1 }
func Client()         { http.DefaultClient = nil }
func ReadClient() int { return int(http.DefaultClient.Timeout) + len(os.Args) }
func Get() error      { _, err := http.DefaultClient.Get(os.Args[0]); return err }
func Flags()          { log.SetFlags(0) }
func ReadFlags() int  { return log.Flags() }
func Prefix()         { log.Default().SetPrefix("") }
func Own()            { log.New(os.Stdout, "", 0).SetPrefix("") }
func Procs() int      { return runtime.GOMAXPROCS(0) }
func SetProcs() int   { return runtime.GOMAXPROCS(2) }
func Handle()         { http.Handle("/", nil) }
func OwnMux()         { http.NewServeMux().Handle("/", nil) }
`

// TestChanges: a change is at a depth, which aliases and calls add to, and reads are no changes.
func TestChanges(t *testing.T) {
	c := loadSource(t, changing)
	for _, test := range []struct{ fn, want string }{
		{"Count", "count self"},
		{"Element", "list target"},
		{"Whole", "list self"},
		{"Alias", "list target"},
		{"Paint", "colors deeper"},
		{"Shade", ""},
		{"Stain", "limits target"},
		{"Field", "colors deeper"},
		{"Entry", "colors target"},
		{"Inside", "box target"},
		{"Target", "limits target"},
		{"Through", "list self, limits target"},
		{"ReadColor", ""},
		{"ReadList", ""},
		{"Args", "os.Args self"},
		{"SortArgs", ""}, // a limit: what another package does with an argument is not known
		{"Timeout", "http.DefaultClient target"},
		{"Client", "http.DefaultClient self"},
		{"ReadClient", ""},
		{"Get", ""},
		{"Default", ""},
		{"SetDefault", "def self"},
		{"Both", ""}, // restored, def would be nil although the Once has run
		{"Flags", "log.flags"},
		{"ReadFlags", ""},
		{"Prefix", "log.prefix"},
		{"Own", ""},
		{"Procs", ""},
		{"SetProcs", "runtime.maxProcs"},
		{"Handle", "net/http.serveMux"},
		{"OwnMux", ""},
	} {
		if got := changesText(c, c.pkg.Types.Scope().Lookup(test.fn).(*types.Func)); got != test.want {
			t.Errorf("%s changes %q, want %q", test.fn, got, test.want)
		}
	}
}

func changesText(c *Coder, fn *types.Func) string {
	var list []string
	for _, ch := range c.Changes(fn) {
		text := ch.Var.Name()
		if ch.Var.Pkg() != c.pkg.Types {
			text = ch.Var.Pkg().Name() + "." + text
		}
		for i, is := range []bool{ch.Self, ch.Target, ch.Deeper} {
			if is {
				text += " " + []string{"self", "target", "deeper"}[i]
			}
		}
		list = append(list, text)
	}
	for _, s := range c.Settings(fn) {
		list = append(list, fmt.Sprintf("%s.%s", s.Path, s.Name))
	}
	return strings.Join(list, ", ")
}
