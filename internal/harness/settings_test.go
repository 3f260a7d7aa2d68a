package harness

import (
	"fmt"
	"strings"
	"testing"
)

// TestSettings: what the package looks at is set, unless a constructor takes it.
func TestSettings(t *testing.T) {
	cases := []struct {
		name, typ, body, want string
	}{
		{"a header", "*http.Request", `x.Header.Get("Accept") != ""`, `$0.Header.Set($1, $2)`},
		{"an index of a header", "*http.Request", `x.Header["Accept"] != nil`, `$0.Header.Set($1, $2)`},
		{"scalars", "*http.Request", `x.RemoteAddr == x.Host || x.ContentLength > 9`, `$0.ContentLength = $1; $0.Host = $1; $0.RemoteAddr = $1`},
		{"a parameter of a constructor", "*http.Request", `x.Method == "PUT" || x.URL == nil`, ``},
		{"what is no data", "*http.Request", `x.TLS != nil || x.Form == nil`, ``},
		{"another type", "*csv.Reader", `x.Comma == ';' && x.TrimLeadingSpace`, `$0.Comma = $1; $0.TrimLeadingSpace = $1`},
		{"at most six", "*http.Request", `x.Header == nil || x.Host+x.RemoteAddr+x.RequestURI+x.Proto == "" || x.Close || x.ProtoMajor+x.ProtoMinor > int(x.ContentLength)`,
			`$0.Proto = $1; $0.ProtoMajor = $1; $0.ProtoMinor = $1; $0.Header.Set($1, $2); $0.ContentLength = $1; $0.Close = $1`},
		{"a type of the package", "*own", `x.N > x.n`, `$0.N = $1`},
	}
	sources := map[string]string{}
	for i, x := range cases {
		sources[fmt.Sprint("m/p", i)] = `package m

import (
	"encoding/csv"
	"net/http"
)

func F(x ` + x.typ + `) bool { return ` + x.body + ` }

type own struct{ N, n int }

func newOwn() *own { return &own{} }

var _, _ = csv.ErrQuote, http.ErrNoCookie
`
	}
	all := checkedPackages(t, sources, "bufio", "bytes", "context", "strings")
	for i, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			c := all[fmt.Sprint("m/p", i)]
			fns := signAll(c.Coder, map[string]int{}, Options{})
			typ, got := fns[0].Sig.Params[0].Type, []string(nil)
			if s := stepsIn(typ); s != nil {
				for _, a := range s.Elem.Alts {
					made := a.Make.String()
					if strings.Contains(made, " = ") || strings.Contains(made, ".Set(") {
						got = append(got, made)
					}
				}
			}
			if text := strings.Join(got, "; "); text != x.want {
				t.Errorf("set by %s, want %s", text, x.want)
			}
			if left := c.mended(t, fns); left != nil {
				t.Error(left)
			}
		})
	}
}
