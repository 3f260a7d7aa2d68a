package harness

const (
	digitsText   = "12"
	addressText  = "192.0.2.1"
	urlText      = "http://user:word@example.com:80/a%20b?c=d#e"
	jsonText     = `{"a":[1,null,true,"b"]}`
	markupText   = `<a b="c">d</a>`
	sourceText   = "package p\n\nfunc f() {}\n"
	pemText      = "-----BEGIN A-----\naGk=\n-----END A-----\n"
	csvText      = "a,\"b\"\nc,d\n"
	templateText = "{{if .}}{{.}}{{end}}"
	globText     = "a*[b-c]?"
	mailText     = "Ann <a@example.com>"
	timeText     = "2009-11-10T23:00:00Z"
)

// acceptedTexts maps the name of a function, as types.Func.FullName returns it, to texts that the
// function accepts.
var acceptedTexts = map[string][]string{
	"net.ParseIP":       {addressText, "2001:db8::1", "::ffff:192.0.2.1"},
	"net.ParseCIDR":     {"192.0.2.0/24", "2001:db8::/32"},
	"net.ParseMAC":      {"00:00:5e:00:53:01"},
	"net.SplitHostPort": {"localhost:80", "[::1]:80"},

	"net/netip.ParseAddr":         {addressText, "2001:db8::1", "fe80::1%eth0"},
	"net/netip.MustParseAddr":     {addressText, "2001:db8::1", "fe80::1%eth0"},
	"net/netip.ParsePrefix":       {"192.0.2.0/24", "2001:db8::/32"},
	"net/netip.MustParsePrefix":   {"192.0.2.0/24", "2001:db8::/32"},
	"net/netip.ParseAddrPort":     {"192.0.2.1:80", "[2001:db8::1]:80"},
	"net/netip.MustParseAddrPort": {"192.0.2.1:80", "[2001:db8::1]:80"},

	"net/url.Parse":           {urlText, "//a/b", "mailto:a@b.c"},
	"(*net/url.URL).Parse":    {urlText, "//a/b", "mailto:a@b.c"},
	"net/url.ParseRequestURI": {urlText, "/a?b"},
	"net/url.ParseQuery":      {"a=b&c=%20d"},
	"net/url.QueryUnescape":   {"a%20b+c"},
	"net/url.PathUnescape":    {"a%20b+c"},

	"net/mail.ParseAddress":     {mailText, "a@example.com"},
	"net/mail.ParseAddressList": {mailText + ", b@example.com"},
	"net/mail.ParseDate":        {"Tue, 10 Nov 2009 23:00:00 +0000"},
	"net/http.ParseTime":        {"Tue, 10 Nov 2009 23:00:00 GMT"},
	"mime.ParseMediaType":       {"text/html; charset=utf-8"},

	"time.ParseDuration":          {"1h2m3.5s", "-1ms"},
	"time.LoadLocation":           {"UTC", "Europe/Berlin"},
	"(*time.Time).UnmarshalText":  {timeText},
	"(*time.Time).UnmarshalJSON":  {`"` + timeText + `"`},
	"strconv.Atoi":                {digitsText, "-1"},
	"strconv.ParseInt":            {digitsText, "-1"},
	"strconv.ParseUint":           {digitsText},
	"strconv.ParseFloat":          {"1.5", "-2e10", "NaN", "+Inf"},
	"strconv.ParseBool":           {"true", "false"},
	"strconv.ParseComplex":        {"1+2i"},
	"strconv.Unquote":             {`"a\n"`, "`a`", `'a'`},
	"(*math/big.Int).SetString":   {"123456789012345678901234567890"},
	"(*math/big.Rat).SetString":   {"3/4", "1.5e3"},
	"(*math/big.Float).SetString": {"1.5e3"},

	"encoding/json.Unmarshal":                  {jsonText, "[]", "null", "1", `"a"`},
	"encoding/json.Valid":                      {jsonText, "[]"},
	"encoding/json.Indent":                     {jsonText},
	"encoding/json.Compact":                    {jsonText},
	"(*encoding/json.Decoder).Decode":          {jsonText, "[]", "null", "1", `"a"`},
	"encoding/xml.Unmarshal":                   {markupText},
	"(*encoding/xml.Decoder).Decode":           {markupText},
	"(*encoding/xml.Decoder).Token":            {markupText},
	"(*encoding/csv.Reader).Read":              {csvText},
	"(*encoding/csv.Reader).ReadAll":           {csvText},
	"encoding/hex.DecodeString":                {"00ff"},
	"encoding/hex.Decode":                      {"00ff"},
	"(*encoding/base64.Encoding).DecodeString": {"aGk=", "aGk"},
	"(*encoding/base64.Encoding).Decode":       {"aGk=", "aGk"},
	"(*encoding/base32.Encoding).DecodeString": {"NBUQ====", "NBUQ"},
	"(*encoding/base32.Encoding).Decode":       {"NBUQ====", "NBUQ"},
	"encoding/pem.Decode":                      {pemText},
	"html.UnescapeString":                      {"&lt;&#65;"},
	"regexp.Compile":                           {"^(a|b)+$"},
	"regexp.MustCompile":                       {"^(a|b)+$"},
	"regexp.CompilePOSIX":                      {"^(a|b)+$"},
	"regexp.MustCompilePOSIX":                  {"^(a|b)+$"},
	"path.Match":                               {globText},
	"path/filepath.Match":                      {globText},
	"path/filepath.Glob":                       {globText},
	"go/parser.ParseExpr":                      {"f(a+1)"},
	"go/parser.ParseFile":                      {sourceText},
	"go/format.Source":                         {sourceText},
	"(*text/template.Template).Parse":          {templateText},
	"(*html/template.Template).Parse":          {templateText},
}
