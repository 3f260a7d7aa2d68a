package harness

import (
	"net/url"
	"time"
)

const (
	numbers        = "12"
	address        = "192.0.2.1"
	link           = "http://user:word@example.com:80/a%20b?c=d#e"
	acceptedObject = `{"a":[1,null,true,"b"]}`
	markup         = `<a b="c">d</a>`
	code           = "package p\n\nfunc f() {}\n"
	block          = "-----BEGIN A-----\naGk=\n-----END A-----\n"
	table          = "a,\"b\"\nc,d\n"
	action         = "{{if .}}{{.}}{{end}}"
	glob           = "a*[b-c]?"
	contact        = "Ann <a@example.com>"
	moment         = "2009-11-10T23:00:00Z"
)

// texts maps the name of a function, as types.Func.FullName returns it, to texts that the
// function accepts.
var texts = map[string][]string{
	"net.ParseIP":       {address, "2001:db8::1", "::ffff:192.0.2.1"},
	"net.ParseCIDR":     {"192.0.2.0/24", "2001:db8::/32"},
	"net.ParseMAC":      {"00:00:5e:00:53:01"},
	"net.SplitHostPort": {"localhost:80", "[::1]:80"},

	"net/netip.ParseAddr":         {address, "2001:db8::1", "fe80::1%eth0"},
	"net/netip.MustParseAddr":     {address, "2001:db8::1", "fe80::1%eth0"},
	"net/netip.ParsePrefix":       {"192.0.2.0/24", "2001:db8::/32"},
	"net/netip.MustParsePrefix":   {"192.0.2.0/24", "2001:db8::/32"},
	"net/netip.ParseAddrPort":     {"192.0.2.1:80", "[2001:db8::1]:80"},
	"net/netip.MustParseAddrPort": {"192.0.2.1:80", "[2001:db8::1]:80"},

	"net/url.Parse":           {link, "//a/b", "mailto:a@b.c"},
	"(*net/url.URL).Parse":    {link, "//a/b", "mailto:a@b.c"},
	"net/url.ParseRequestURI": {link, "/a?b"},
	"net/url.ParseQuery":      {"a=b&c=%20d"},
	"net/url.QueryUnescape":   {"a%20b+c"},
	"net/url.PathUnescape":    {"a%20b+c"},

	"net/mail.ParseAddress":     {contact, "a@example.com"},
	"net/mail.ParseAddressList": {contact + ", b@example.com"},
	"net/mail.ParseDate":        {"Tue, 10 Nov 2009 23:00:00 +0000"},
	"net/http.ParseTime":        {"Tue, 10 Nov 2009 23:00:00 GMT"},
	"mime.ParseMediaType":       {"text/html; charset=utf-8"},

	"time.ParseDuration":          {"1h2m3.5s", "-1ms"},
	"time.LoadLocation":           {"UTC", "Europe/Berlin"},
	"(*time.Time).UnmarshalText":  {moment},
	"(*time.Time).UnmarshalJSON":  {`"` + moment + `"`},
	"strconv.Atoi":                {numbers, "-1"},
	"strconv.ParseInt":            {numbers, "-1"},
	"strconv.ParseUint":           {numbers},
	"strconv.ParseFloat":          {"1.5", "-2e10", "NaN", "+Inf"},
	"strconv.ParseBool":           {"true", "false"},
	"strconv.ParseComplex":        {"1+2i"},
	"strconv.Unquote":             {`"a\n"`, "`a`", `'a'`},
	"(*math/big.Int).SetString":   {"123456789012345678901234567890"},
	"(*math/big.Rat).SetString":   {"3/4", "1.5e3"},
	"(*math/big.Float).SetString": {"1.5e3"},

	"encoding/json.Unmarshal":                  {acceptedObject, "[]", "null", "1", `"a"`},
	"encoding/json.Valid":                      {acceptedObject, "[]"},
	"encoding/json.Indent":                     {acceptedObject},
	"encoding/json.Compact":                    {acceptedObject},
	"(*encoding/json.Decoder).Decode":          {acceptedObject, "[]", "null", "1", `"a"`},
	"encoding/xml.Unmarshal":                   {markup},
	"(*encoding/xml.Decoder).Decode":           {markup},
	"(*encoding/xml.Decoder).Token":            {markup},
	"(*encoding/csv.Reader).Read":              {table},
	"(*encoding/csv.Reader).ReadAll":           {table},
	"encoding/hex.DecodeString":                {"00ff"},
	"encoding/hex.Decode":                      {"00ff"},
	"(*encoding/base64.Encoding).DecodeString": {"aGk=", "aGk"},
	"(*encoding/base64.Encoding).Decode":       {"aGk=", "aGk"},
	"(*encoding/base32.Encoding).DecodeString": {"NBUQ====", "NBUQ"},
	"(*encoding/base32.Encoding).Decode":       {"NBUQ====", "NBUQ"},
	"encoding/pem.Decode":                      {block},
	"html.UnescapeString":                      {"&lt;&#65;"},
	"regexp.Compile":                           {"^(a|b)+$"},
	"regexp.MustCompile":                       {"^(a|b)+$"},
	"regexp.CompilePOSIX":                      {"^(a|b)+$"},
	"regexp.MustCompilePOSIX":                  {"^(a|b)+$"},
	"path.Match":                               {glob},
	"path/filepath.Match":                      {glob},
	"path/filepath.Glob":                       {glob},
	"go/parser.ParseExpr":                      {"f(a+1)"},
	"go/parser.ParseFile":                      {code},
	"go/format.Source":                         {code},
	"(*text/template.Template).Parse":          {action},
	"(*html/template.Template).Parse":          {action},
}

// Texts returns texts that the named function of the standard library accepts, or nil if the
// function is not listed. The name is that of types.Func.FullName.
func Texts(function string) []string { return texts[function] }

// Asks reports whether the first argument of function is the name of a URL query parameter, so
// that Query of this name is a text to try.
func Asks(function string) bool {
	switch function {
	case "(net/url.Values).Get", "(net/url.Values).Has", "(*net/http.Request).FormValue":
		return true
	}
	return false
}

// Query returns a relative URL whose query sets name to 1, a value that also reads as a number.
func Query(name string) string { return "?" + url.Values{name: {"1"}}.Encode() }

// Layouts reports whether the first argument of function is a layout of package time, so that
// Time of this layout is a text to try.
func Layouts(function string) bool {
	return function == "time.Parse" || function == "time.ParseInLocation"
}

// Time returns an example time formatted with a layout of package time.
func Time(layout string) string {
	return time.Date(2009, 11, 10, 23, 0, 0, 0, time.UTC).Format(layout)
}
