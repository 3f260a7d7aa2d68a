package harness

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"html"
	htmltemplate "html/template"
	"math/big"
	"mime"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"time"
)

var errRefused = errors.New("refused")

func one[T any](f func(string) (T, error)) func(string) error {
	return func(s string) error { _, err := f(s); return err }
}

func must[T any](f func(string) T) func(string) error {
	return func(s string) error { f(s); return nil }
}

func reported[T any](f func(string) (T, bool)) func(string) error {
	return func(s string) error {
		if _, ok := f(s); !ok {
			return errRefused
		}
		return nil
	}
}

func matching(f func(pattern, name string) (bool, error)) func(string) error {
	return func(s string) error { _, err := f(s, "axb?"); return err }
}

// either wants the encoding with padding or the one without to accept a text.
func either[T any](padded, raw func(string) (T, error)) func(string) error {
	return func(s string) error {
		if _, err := padded(s); err == nil {
			return nil
		}
		_, err := raw(s)
		return err
	}
}

// functions have each function of the table.
func acceptedFunctions() map[string]func(string) error {
	unmarshal := func(s string) error { var v any; return json.Unmarshal([]byte(s), &v) }
	decode64 := either(base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString)
	decode32 := either(base32.StdEncoding.DecodeString, base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString)
	records := func(s string) error { _, err := csv.NewReader(strings.NewReader(s)).ReadAll(); return err }
	document := func(s string) error { var v struct{ B string }; return xml.Unmarshal([]byte(s), &v) }
	return map[string]func(string) error{
		"net.ParseIP":                 reported(func(s string) (net.IP, bool) { ip := net.ParseIP(s); return ip, ip != nil }),
		"net.ParseCIDR":               func(s string) error { _, _, err := net.ParseCIDR(s); return err },
		"net.ParseMAC":                one(net.ParseMAC),
		"net.SplitHostPort":           func(s string) error { _, _, err := net.SplitHostPort(s); return err },
		"net/netip.ParseAddr":         one(netip.ParseAddr),
		"net/netip.MustParseAddr":     must(netip.MustParseAddr),
		"net/netip.ParsePrefix":       one(netip.ParsePrefix),
		"net/netip.MustParsePrefix":   must(netip.MustParsePrefix),
		"net/netip.ParseAddrPort":     one(netip.ParseAddrPort),
		"net/netip.MustParseAddrPort": must(netip.MustParseAddrPort),
		"net/url.Parse":               one(url.Parse),
		"(*net/url.URL).Parse":        one(new(url.URL).Parse),
		"net/url.ParseRequestURI":     one(url.ParseRequestURI),
		"net/url.ParseQuery":          one(url.ParseQuery),
		"net/url.QueryUnescape":       one(url.QueryUnescape),
		"net/url.PathUnescape":        one(url.PathUnescape),
		"net/mail.ParseAddress":       one(mail.ParseAddress),
		"net/mail.ParseAddressList":   one(mail.ParseAddressList),
		"net/mail.ParseDate":          one(mail.ParseDate),
		"net/http.ParseTime":          one(http.ParseTime),
		"mime.ParseMediaType":         func(s string) error { _, _, err := mime.ParseMediaType(s); return err },
		"time.ParseDuration":          one(time.ParseDuration),
		"time.LoadLocation":           one(time.LoadLocation),
		"(*time.Time).UnmarshalText":  func(s string) error { return new(time.Time).UnmarshalText([]byte(s)) },
		"(*time.Time).UnmarshalJSON":  func(s string) error { return new(time.Time).UnmarshalJSON([]byte(s)) },
		"strconv.Atoi":                one(strconv.Atoi),
		"strconv.ParseInt":            one(func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }),
		"strconv.ParseUint":           one(func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }),
		"strconv.ParseFloat":          one(func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }),
		"strconv.ParseBool":           one(strconv.ParseBool),
		"strconv.ParseComplex":        one(func(s string) (complex128, error) { return strconv.ParseComplex(s, 128) }),
		"strconv.Unquote":             one(strconv.Unquote),
		"(*math/big.Int).SetString":   reported(func(s string) (*big.Int, bool) { return new(big.Int).SetString(s, 10) }),
		"(*math/big.Rat).SetString":   reported(new(big.Rat).SetString),
		"(*math/big.Float).SetString": reported(new(big.Float).SetString),

		"encoding/json.Unmarshal":                  unmarshal,
		"(*encoding/json.Decoder).Decode":          unmarshal,
		"encoding/json.Valid":                      reported(func(s string) (int, bool) { return 0, json.Valid([]byte(s)) }),
		"encoding/json.Indent":                     func(s string) error { return json.Indent(new(bytes.Buffer), []byte(s), "", " ") },
		"encoding/json.Compact":                    func(s string) error { return json.Compact(new(bytes.Buffer), []byte(s)) },
		"encoding/xml.Unmarshal":                   document,
		"(*encoding/xml.Decoder).Decode":           document,
		"(*encoding/xml.Decoder).Token":            document,
		"(*encoding/csv.Reader).Read":              records,
		"(*encoding/csv.Reader).ReadAll":           records,
		"encoding/hex.DecodeString":                one(hex.DecodeString),
		"encoding/hex.Decode":                      one(hex.DecodeString),
		"(*encoding/base64.Encoding).DecodeString": decode64,
		"(*encoding/base64.Encoding).Decode":       decode64,
		"(*encoding/base32.Encoding).DecodeString": decode32,
		"(*encoding/base32.Encoding).Decode":       decode32,
		"encoding/pem.Decode":                      reported(func(s string) (int, bool) { b, _ := pem.Decode([]byte(s)); return 0, b != nil }),
		"html.UnescapeString":                      reported(func(s string) (int, bool) { return 0, html.UnescapeString(s) != s }),
		"regexp.Compile":                           one(regexp.Compile),
		"regexp.MustCompile":                       must(regexp.MustCompile),
		"regexp.CompilePOSIX":                      one(regexp.CompilePOSIX),
		"regexp.MustCompilePOSIX":                  must(regexp.MustCompilePOSIX),
		"path.Match":                               matching(path.Match),
		"path/filepath.Match":                      matching(filepath.Match),
		"path/filepath.Glob":                       one(filepath.Glob),
		"go/parser.ParseExpr":                      one(parser.ParseExpr),
		"go/parser.ParseFile":                      func(s string) error { _, err := parser.ParseFile(token.NewFileSet(), "", s, 0); return err },
		"go/format.Source":                         func(s string) error { _, err := format.Source([]byte(s)); return err },
		"(*text/template.Template).Parse":          one(template.New("").Parse),
		"(*html/template.Template).Parse":          one(htmltemplate.New("").Parse),
	}
}

// TestTexts: the functions accept their texts, and none is without.
func TestTexts(t *testing.T) {
	all := acceptedFunctions()
	for name, list := range acceptedTexts {
		f := all[name]
		if f == nil || len(list) == 0 {
			t.Errorf("%s has %d texts and is not tested", name, len(list))
			continue
		}
		for _, s := range acceptedTexts[name] {
			if err := f(s); err != nil {
				t.Errorf("%s(%q): %v", name, s, err)
			}
		}
	}
	for name := range all {
		if acceptedTexts[name] == nil {
			t.Errorf("%s has no texts", name)
		}
	}
	if acceptedTexts["net.Dial"] != nil {
		t.Error("net.Dial has texts")
	}
}

// TestNames: the functions are named as go/types names them.
func TestAcceptedNames(t *testing.T) {
	imports := importer.Default()
	for name := range acceptedTexts {
		path, function := name, ""
		method := strings.HasPrefix(name, "(*")
		if method {
			path, function, _ = strings.Cut(strings.TrimPrefix(name, "(*"), ").")
		}
		dot := strings.LastIndexByte(path, '.')
		pkg, err := imports.Import(path[:dot])
		if err != nil {
			t.Fatal(err)
		}
		found := pkg.Scope().Lookup(path[dot+1:])
		if method && found != nil {
			found, _, _ = types.LookupFieldOrMethod(found.Type(), true, pkg, function)
		}
		if f, ok := found.(*types.Func); !ok || f.FullName() != name {
			t.Errorf("there is no %s", name)
		}
	}
}

func TestQuery(t *testing.T) {
	u, err := url.Parse(exampleQuery("a b&c"))
	if err != nil || u.Query().Get("a b&c") != "1" {
		t.Errorf("%v %v", u, err)
	}
}

func TestTime(t *testing.T) {
	for _, layout := range []string{time.ANSIC, time.RFC822, time.RFC3339, time.RFC3339Nano, time.Kitchen, "02.01.06", "", "x"} {
		if _, err := time.Parse(layout, exampleTime(layout)); err != nil {
			t.Error(err)
		}
	}
}
