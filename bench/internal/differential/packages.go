package differential

// Packages are those that are compared by default: the subjects, and packages
// of the standard library whose functions compute something from their inputs
// alone.
func Packages() []string {
	return []string{
		"./bench/subjects/bibclean", "./bench/subjects/defroster", "./bench/subjects/ese", "./bench/subjects/f2", "./bench/subjects/tiff", "./bench/subjects/triangle", "./bench/subjects/wide",
		"bytes", "container/heap", "container/list", "container/ring", "encoding/ascii85", "encoding/base32", "encoding/base64", "encoding/csv", "encoding/hex", "encoding/pem",
		"hash/adler32", "hash/crc32", "hash/fnv", "html", "index/suffixarray", "internal/strconv", "math", "math/bits", "math/cmplx", "mime",
		"net/netip", "net/url", "path", "regexp/syntax", "slices", "sort", "strconv", "strings", "text/scanner", "text/tabwriter", "text/template/parse",
		"unicode", "unicode/utf16", "unicode/utf8",
	}
}
