package sixth

import (
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/internal/reach"

	"pgregory.net/rapid"
)

func reaches() []reach.Case {
	type ints = []int
	type bytes = []byte
	return []reach.Case{
		{Name: "PackBits", Reach: PackBits(bytes{239, 9, 3, 1, 2, 7, 3, 128, 239, 9}), Near: []bool{
			PackBits(bytes{239, 9, 3, 1, 2, 6, 3, 128, 239, 9}), PackBits(bytes{239, 9, 3, 1, 2, 7, 3, 239, 9}), PackBits(bytes{239, 9, 3, 1, 2, 7, 3, 128, 239, 8}), PackBits(bytes{239, 9, 3, 1, 2, 7, 3, 128, 240, 9}), PackBits(bytes{239, 9, 3, 1, 2, 7, 3, 128, 239}), PackBits(bytes{239, 9, 3, 1, 2, 7}), PackBits(nil)}},
		{Name: "ObjectId", Reach: ObjectId(bytes{42, 134, 72, 134, 247, 13, 1, 1, 11}), Near: []bool{
			ObjectId(bytes{42, 134, 72, 134, 247, 13, 1, 1, 10}), ObjectId(bytes{42, 134, 72, 134, 247, 13, 1, 11}), ObjectId(bytes{42, 134, 72, 134, 247, 12, 1, 1, 11}), ObjectId(bytes{82, 134, 72, 134, 247, 13, 1, 1, 11}), ObjectId(bytes{42, 134, 72, 134, 247, 13, 1, 1, 128, 11}), ObjectId(bytes{42, 134, 72, 134, 247, 13, 1, 1, 139}), ObjectId(bytes{42, 134, 72, 129, 129, 129, 129, 1, 1, 1, 11})}},
		{Name: "Adler", Reach: Adler(bytes("hamburger")), Near: []bool{
			Adler(bytes("hamburges")), Adler(bytes("hambugrer")), Adler(bytes("Hamburger")), Adler(bytes("hamburgeer")), Adler(bytes("hambburger")), Adler(bytes("hamburge")), Adler(nil)}},
		{Name: "Lzw", Reach: Lzw(ints{3, 6, 7, 8, 9, 0, 5}), Near: []bool{
			Lzw(ints{3, 6, 7, 8, 9, 1, 5}), Lzw(ints{3, 6, 7, 8, 9, 0}), Lzw(ints{3, 6, 7, 9, 9, 0, 5}), Lzw(ints{3, 6, 7, 8, 0, 9, 5}), Lzw(ints{3, 6, 7, 4, 8, 9, 0, 5}), Lzw(ints{3, 3, 6, 7, 8, 9, 0, 5}), Lzw(ints{3, 6, 7, 8, 9, 0, 5, 5}), Lzw(ints{6}), Lzw(make(ints, 30)), Lzw(nil)}},
		{Name: "Ascii85", Reach: Ascii85("B5_^!zB5["), Near: []bool{
			Ascii85("B5_^!zB5Z"), Ascii85("B5_^ zB5["), Ascii85("B5_^!zB5"), Ascii85("B5_^!zB"), Ascii85("B5_^\"zB5["), Ascii85("B5_^!!!!!!B5["), Ascii85("B5_z^!B5["), Ascii85("B5_^!zB5v"), Ascii85("")}},
		{Name: "Unescape", Reach: Unescape("50%25+%26+up"), Near: []bool{
			Unescape("50%25+%27+up"), Unescape("50%2F+%26+up"), Unescape("50%25+&+up"), Unescape("50%25%20%26+up"), Unescape("50%25+%26+uP"), Unescape("50%25+%2g+up"), Unescape("50%25+%26+u%"), Unescape("+50%25+%26up")}},
		{Name: "Domain", Reach: Domain("a-b-cd.10.go.dev"), Near: []bool{
			Domain("a-b_cd.10.go.dev"), Domain("a-b-c-.10.go.dev"), Domain("-b-acd.10.go.dev"), Domain("a-b-cd.10.20.dev"), Domain("a-b-cd.1a.go.dev"), Domain("a-b-c.10.go.dev"), Domain("a-b-cd.10..go"), Domain("a-b-cd.10.go"), Domain("a-b-cd.10.go.dev."), Domain("a-b-cd.10.go.d~v"), Domain("")}},
		{Name: "Punycode", Reach: Punycode("nk-via7e"), Near: []bool{
			Punycode("nk-wia4e"), Punycode("nk-gkaw"), Punycode("n-0fa8c8367b"), Punycode("nk-99999a"), Punycode("nko-qla"), Punycode("sk-via7e"), Punycode("nk-wia5e"), Punycode("nk-via7"), Punycode("nk-via7E"), Punycode("nk-99999999"), Punycode("nk-via7eaa"), Punycode("nkao-"), Punycode("-via7e"), Punycode("via7e"), Punycode("")}},
		{Name: "Prerelease", Reach: Prerelease("rc.1.9", "rc.1.10"), Near: []bool{
			Prerelease("rc.1.10", "rc.1.9"), Prerelease("rc.1.9", "rc.1.09"), Prerelease("rc.1.b", "rc.1.a"), Prerelease("rc.9", "rc.10"), Prerelease("rc.1.1.9", "rc.1.1.10"), Prerelease("rc.1.9", "rc.1.9"), Prerelease("rc.1.9", "rc.1"), Prerelease("rc.1.a", "rc.1.9"), Prerelease("rb.1.9", "rb.1.10"), Prerelease("rc.1.9", "")}},
		{Name: "Chunked", Reach: Chunked("3;\r\ndon\r\n1\r\ne\r\n0\r\n\r\n"), Near: []bool{
			Chunked("3;\r\ndon\r\n1\r\nf\r\n0\r\n\r\n"), Chunked("3\r\ndon\r\n1\r\ne\r\n0\r\n\r\n"), Chunked("4;\r\ndone\r\n0\r\n\r\n"), Chunked("3;\r\ndon\r\n1\r\ne\r\n"), Chunked("3;\r\ndon\r\n2\r\ne\r\n0\r\n\r\n"), Chunked("3;\r\ndon\n1\r\ne\r\n0\r\n\r\n"), Chunked("g;\r\ndon\r\n1\r\ne\r\n0\r\n\r\n"), Chunked(";\r\ndon\r\n1\r\ne\r\n0\r\n\r\n"), Chunked("0003;\r\ndon\r\n00001\r\ne\r\n0\r\n\r\n"), Chunked("3;\r\ndon\r\n1\r\ne\r\n0\r\n\r\n0\r\n\r\n"), Chunked("")}},
		{Name: "Ipv6", Reach: Ipv6("fe80::a:1:b7%en0"), Near: []bool{
			Ipv6("fe80::a:1:b6%en0"), Ipv6("fe81::a:1:b7%en0"), Ipv6("fe80::1:b7%en0"), Ipv6("fe80::a:1:b7%e0"), Ipv6("fe80::a::b7%en0"), Ipv6("fe80:::a:1:b7%en0"), Ipv6("fe80::a:1:b7:%en0"), Ipv6("fe80::a:1:000b7%en0"), Ipv6("fe80:0:0:0:0:a:1:b7%en0"), Ipv6("1:2:3:4:5:6:7:8:9%en0"), Ipv6("::fe80:a:1:b7%en0"), Ipv6("fe80::a:1:g7%en0"), Ipv6("")}},
		{Name: "MediaType", Reach: MediaType(`text/go;a=b;q=";\""`), Near: []bool{
			MediaType(`text/go;a=b;q=";\;"`), MediaType(`text/go;q=";\""`), MediaType(`text/go;q=b;q=";\""`), MediaType(`text/go;a=b;q=";"`), MediaType(`text/go;a=b;q=";\"`), MediaType(`text/;a=b;q=";\""`), MediaType(`test/go;a=b;q=";\""`), MediaType(`text/go;a=;q=";\""`), MediaType(`text/go;ab;q=";\""`), MediaType(`text/go,a=b;q=";\""`), MediaType(`text`)}},
		{Name: "Printf", Reach: Printf("%+d %[3]*.[2]*[1]f"), Near: []bool{
			Printf("%+d %[3]*.[1]*[2]f"), Printf("%+5d %[3]*.[1]*[2]f"), Printf("%d %[3]*.[2]*[1]f"), Printf("%+d %[3]*[1]f"), Printf("%+d %[4]*.[2]*[1]f"), Printf("%+d %[3]*.[2]*[0]f"), Printf("%+d %[3]*.[2]*[1]"), Printf("%+d %[3]*.[2]*[1]y"), Printf("%+d %*.[2]*[1]f"), Printf("%+%%d %[3]*.[2]*[1]"), Printf("%")}},
		{Name: "Regexp", Reach: Regexp("(a[0-9]?){2,3}bx?"), Near: []bool{
			Regexp("(a[0-9]?){2,3}bx"), Regexp("(a[0-9]?){2,3}bx*"), Regexp("(a[0-9]?){2,3}bx?y?"), Regexp("(a[9-0]?){2,3}bx?"), Regexp("(a[0-9]?){3,2}bx?"), Regexp("(ac?){2,3}bx?"), Regexp("(a[0-9]?){2,3bx?"), Regexp("(a[0-9]?bx?"), Regexp("(a[0-9]?){2,3}bx?)"), Regexp("(a|b)+[0-9]*c?"), Regexp("((a[0-9]?)){2,3}bx?"), Regexp("(a[0-9"), Regexp("?"), Regexp("")}},
		{Name: "Toml", Reach: Toml("[a]\nb.c=7\n[a.d]\ne=5"), Near: []bool{
			Toml("[a]\nb.c=7\n[a.d]\ne=4"), Toml("[a]\nb.c=7\n[d.a]\ne=5"), Toml("[a]\nb.c=7\n[a.b.c]\ne=5"), Toml("[a]\nb.c=7\n[a.b.c.d]\ne=5"), Toml("[a]\nc=7\n[a.d]\ne=5"), Toml("[a]\nb.c=7\n[a]\nd.e=5"), Toml("[a]\nb.c=7\n[a.d]\ne=10"), Toml("[a]\nb.c=7\n[a.d\ne=5"), Toml("[a]\nb.c=7\nd.e=5"), Toml("[a]\nb..c=7\n[a.d]\ne=5"), Toml("[a]\nb.c=7 #\n\n[a.d]\ne=5#e=7\ng.h.i=0")}},
		{Name: "Fragments", Reach: Fragments(bytes{1, 100, 0, 60, 137, 4, 128, 40, 136, 0}), Near: []bool{
			Fragments(bytes{1, 100, 0, 60, 137, 4, 128, 41, 136, 0}), Fragments(bytes{1, 100, 0, 60, 128, 40, 137, 4, 136, 0}), Fragments(bytes{1, 100, 0, 60, 9, 4, 128, 40, 136, 0}), Fragments(bytes{1, 100, 1, 60, 137, 4, 128, 40, 136, 0}), Fragments(bytes{0, 100, 0, 60, 137, 4, 128, 40, 136, 0}), Fragments(bytes{1, 100, 137, 4, 128, 100, 136, 0}), Fragments(bytes{1, 100, 0, 60, 137, 4, 128, 40}), Fragments(bytes{1, 0, 137, 4, 0, 74, 128, 126, 136, 0}), Fragments(bytes{65, 100, 0, 60, 137, 4, 128, 40, 136, 0}), Fragments(bytes{131, 0}), Fragments(bytes{1})}},
		{Name: "Stream", Reach: Stream(bytes("HDDwDEdde")), Near: []bool{
			Stream(bytes("HDDwEdde")), Stream(bytes("HDDDEdde")), Stream(bytes("HDDwDEde")), Stream(bytes("HDDwDEddr")), Stream(bytes("HDDwDdd")), Stream(bytes("HDDwEDdde")), Stream(bytes("HDDwDdedE")), Stream(bytes("DDwDEdde")), Stream(bytes("HDDwDEddew")), Stream(bytes("HHDDwDEdde")), Stream(nil)}},
		{Name: "Stages", Reach: Stages(true, bytes("HaPTbDDDcE")), Near: []bool{
			Stages(true, bytes("HaPTDDDcE")), Stages(false, bytes("HaPTbDDDcE")), Stages(true, bytes("HaPbDDDcE")), Stages(true, bytes("HaTbDDDcE")), Stages(true, bytes("HaPTbDDcE")), Stages(true, bytes("HaPTbDDDc")), Stages(true, bytes("HaPTbDDDEc")), Stages(true, bytes("aHPTbDDDcE")), Stages(true, bytes("HaDDDcE")), Stages(true, bytes("HaPTPbDDDcE")), Stages(true, bytes("HaHPTbDDDcE")), Stages(true, bytes("HPE")), Stages(true, nil)}},
		{Name: "Semaphore", Reach: Semaphore(ints{7, 5, 2, 4, -7, -7, -4}), Near: []bool{
			Semaphore(ints{7, 5, 2, 4, -7, -7, -3}), Semaphore(ints{7, 5, 2, 4, -7, -7}), Semaphore(ints{10, 5, 2, 4, -10, -7, -4}), Semaphore(ints{7, 5, 2, -7, -7}), Semaphore(ints{7, 5, 2, 4, -7, -8, -3}), Semaphore(ints{7, 5, 2, 11, -7, -7}), Semaphore(ints{7, 5, 2, 4, -7, -7, -4, 1, -1}), Semaphore(ints{7, 5, 2, 4, -3, -4, -5, -2, -2, -2}), Semaphore(nil)}},
		{Name: "Kraft", Reach: Kraft(ints{2, 2, 3, 0, 2, 4, 5, 5}), Near: []bool{
			Kraft(ints{2, 2, 2, 0, 3, 4, 5, 5}), Kraft(ints{2, 2, 3, 0, 3, 4, 5, 5}), Kraft(ints{2, 2, 3, 1, 2, 4, 5, 5}), Kraft(ints{3, 3, 3, 0, 3, 2, 3, 3}), Kraft(ints{2, 2, 3, 0, 2, 4, 5, 16}), Kraft(ints{2, 2, 3, -1, 2, 4, 5, 5}), Kraft(ints{2, 2, 3, 2, 4, 5, 5}), Kraft(nil)}},
		{Name: "TarHeader", Reach: TarHeader(bytes("a\xe9go064401256 ")), Near: []bool{
			TarHeader(bytes("a\xe9go06440656 \x00")), TarHeader(bytes("a\xe9go06441656  ")), TarHeader(bytes("a\xe9go06450257  ")), TarHeader(bytes("a\xe9go06440257 8")), TarHeader(bytes("aego06441252 \x00")), TarHeader(bytes("a\xe9go064400256 ")), TarHeader(bytes("a\xe9go06440257")), TarHeader(bytes("a\xe9go0644      ")), TarHeader(make(bytes, 14)), TarHeader(nil)}},
		{Name: "Paeth", Reach: Paeth(bytes{100, 190, 70, 70, 40, 70, 40, 190}, bytes{0, 0, 10, 20, 10, 20, 20, 10}), Near: []bool{
			Paeth(bytes{100, 190, 70, 70, 40, 70, 40, 190}, bytes{0, 0, 10, 20, 10, 20, 20, 11}), Paeth(bytes{100, 100, 70, 70, 40, 70, 40, 190}, bytes{0, 0, 10, 20, 10, 20, 20, 10}), Paeth(bytes{0, 0, 0, 0, 0, 0, 0, 0}, bytes{200, 0, 0, 0, 0, 0, 0, 0}), Paeth(bytes{100, 190, 70, 70, 40, 70, 40}, bytes{0, 0, 10, 20, 10, 20, 20, 10}), Paeth(nil, nil)}},
		{Name: "Crossover", Reach: Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{0, 5, 6, 4, 2, 1, 3}), Near: []bool{
			Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{0, 5, 6, 3, 2, 1, 4}), Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{6, 5, 0, 4, 2, 1, 3}), Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{0, 5, 6, 4, 3, 1, 2}), Crossover(ints{3, 4, 0, 1, 2, 5, 5}, ints{0, 5, 6, 4, 2, 1, 3}), Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{0, 5, 6, 4, 2, 0, 3}), Crossover(ints{3, 4, 0, 1, 2, 5, 7}, ints{0, 5, 6, 4, 2, 1, 3}), Crossover(ints{3, 4, 0, 1, 2, 5, 6}, ints{6, 5, 0, 1, 2, 3, 4}), Crossover(ints{0, 4, 3, 1, 2, 5, 6}, ints{3, 5, 6, 4, 2, 1, 0}), Crossover(ints{3, 4, 0, 1, 2, 5, 6}, nil)}},
		{Name: "Luby", Reach: Luby(62, 54), Near: []bool{
			Luby(62, 53), Luby(61, 54), Luby(63, 45), Luby(94, 54), Luby(31, 108), Luby(101, 54), Luby(62, 0)}},
		{Name: "IsoWeek", Reach: IsoWeek(2033, 1, 2), Near: []bool{
			IsoWeek(2033, 1, 1), IsoWeek(2033, 1, 3), IsoWeek(2032, 12, 31), IsoWeek(2034, 1, 1), IsoWeek(2033, 13, 2), IsoWeek(2033, 1, 0), IsoWeek(2033, 2, 29), IsoWeek(2000, 1, 2), IsoWeek(2024, 12, 30)}},
		{Name: "Jacobi", Reach: Jacobi(79, 203), Near: []bool{
			Jacobi(78, 203), Jacobi(282, 203), Jacobi(77, 203), Jacobi(79, 202), Jacobi(1, 203), Jacobi(0, 203), Jacobi(79, 1003), Jacobi(5, 99), Jacobi(109, 191)}},
		{Name: "Miller", Reach: Miller(2047), Near: []bool{
			Miller(2049), Miller(2053), Miller(8191), Miller(341), Miller(8322), Miller(15841), Miller(-2047)}},
		{Name: "Warshall", Reach: Warshall([][]int{{0, 4, 40, 50}, {40, 0, -2, 40}, {40, 40, 0, 3}, {40, 40, 40, 0}}), Near: []bool{
			Warshall([][]int{{0, 4, 40, 50}, {40, 0, -2, 40}, {40, 40, 0, 4}, {40, 40, 40, 0}}), Warshall([][]int{{0, 4, 40, 30}, {40, 0, -2, 40}, {40, 40, 0, 3}, {40, 40, 40, 0}}), Warshall([][]int{{0, 2, 40, 50}, {40, 0, 0, 40}, {40, 40, 0, 3}, {40, 40, 40, 0}}), Warshall([][]int{{0, 4, 40, 50}, {40, 0, -2, 40}, {40, 1, 0, 3}, {40, 40, 40, 0}}), Warshall([][]int{{0, 9, 7, 50}, {-2, 0, 9, 9}, {9, 9, 0, -2}, {9, 9, 9, 0}}), Warshall([][]int{{0, 9, 7, 50}, {9, 0, 9, 7}, {9, 9, 0, -2}, {12, 12, 12, 0}}), Warshall([][]int{{0, 4, 40, 50}, {40, 1, -2, 40}, {40, 40, 0, 3}, {40, 40, 40, 0}}), Warshall([][]int{{0, 4, 40, 100}, {40, 0, -2, 40}, {40, 40, 0, 3}, {40, 40, 40, 0}}), Warshall([][]int{{0}, {0}, {0}, {0}}), Warshall(nil)}},
		{Name: "Blocks", Reach: Blocks("abxcdeyf", "zabcdewf"), Near: []bool{
			Blocks("cdexabyf", "zcdeabwf"), Blocks("abxcdeyf", "zabcdewg"), Blocks("abxcdeyf", "zabcxewf"), Blocks("abxcdeyg", "zabcdewf"), Blocks("abcdefgh", "abcdefgh"), Blocks("abxcdeyf", "zabcdewF"), Blocks("abxcdey", "zabcdewf"), Blocks("", "")}},
		{Name: "Suffixes", Reach: Suffixes("abcxxxabc"), Near: []bool{
			Suffixes("abcxxxabd"), Suffixes("abcxxabc"), Suffixes("aaaaaaaaa"), Suffixes("abcxxcabc"), Suffixes("abcabcabc"), Suffixes("abcxxxbbc"), Suffixes("")}},
	}
}

func TestTargetsAreReached(t *testing.T) {
	reach.Check(t, "sixth", reaches())
}

// TestNoPanics runs every subject on inputs drawn at random. None panics, and none
// changes its input.
func TestNoPanics(t *testing.T) {
	number := rapid.OneOf(rapid.Int(), rapid.IntRange(-10, 100), rapid.IntRange(0, 99999))
	elements := []*rapid.Generator[int]{number, rapid.IntRange(-1, 12), rapid.IntRange(0, 6), rapid.IntRange(-5, 10), rapid.IntRange(-9, 99)}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[!-uz ]{0,12}`), rapid.StringMatching(`([a-z0-9+]|%[0-9a-f]{0,2}){0,9}`), rapid.StringMatching(`[ab1.-]{0,21}`), rapid.StringMatching(`[a-z]{0,3}-[a-z0-9]{0,14}`),
		rapid.StringMatching(`rc(\.(a|[0-9]{0,2})){0,4}`), rapid.StringMatching(`([0-3];?\r\n([ab]{0,3}\r\n)?){0,4}`), rapid.StringMatching(`([0-9a-f]{0,4}::?){0,9}[0-9a-f]?%en0`), rapid.StringMatching(`text/a(; ?[a-c]=("(\\?[;"a])*"?|b?)){0,3}`),
		rapid.StringMatching(`(%[+-]?(\[[1-9]?\]?)?\*?[0-9]?\.?(\[[1-3]\])?\*?(\[[1-3]\])?[dfvs%]?)*`), rapid.StringMatching(`([()|a-c.?*+]|\[[0-9]-[0-9]\]?|\{[0-9],[0-9]?\}?)*`), rapid.StringMatching(`(\[?[a-c](\.[a-c]){0,2}(\]|=[0-9])?( *#)?\n){0,5}`),
		rapid.StringMatching(`H[DEdeRw]{0,9}`), rapid.StringMatching(`H[PTDEa]{0,9}`), rapid.StringMatching(`[a-d]{8,9}`), rapid.StringMatching(`....0644[0-7 ]{6}`))
	packet := rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 20), rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 8, 9, 40, 128, 129, 136, 137, 255}), 0, 20), rapid.SliceOfN(rapid.Byte(), 8, 8))
	order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6})
	rapid.Check(t, func(t *rapid.T) {
		n, m, l := number.Draw(t, "n"), number.Draw(t, "m"), number.Draw(t, "l")
		of := rapid.SampledFrom(elements).Draw(t, "of")
		a := rapid.OneOf(rapid.SliceOfN(of, 0, 20), rapid.SliceOfN(of, 7, 8)).Draw(t, "a")
		first, second := order.Draw(t, "first"), order.Draw(t, "second")
		s, other := text.Draw(t, "s"), text.Draw(t, "other")
		data, row := packet.Draw(t, "data"), packet.Draw(t, "row")
		ways := rapid.SliceOfN(rapid.SliceOfN(of, 4, 4), 3, 5).Draw(t, "ways")
		for i := range min(len(ways), 4) {
			ways[i][i] = 0
		}
		letters := []byte(s)
		lists, packets, table := [][]int{slices.Clone(a), slices.Clone(first), slices.Clone(second)}, [][]byte{slices.Clone(data), slices.Clone(row)}, [][]int{}
		for _, w := range ways {
			table = append(table, slices.Clone(w))
		}
		reached := []bool{
			Prerelease(s, other), Stages(n%2 == 0, data), Stages(n%2 == 0, letters), Paeth(data, row), Crossover(first, second), Crossover(a, first), Crossover(first, a),
			Luby(n, m), IsoWeek(n, m, l), IsoWeek(2001+n%99, m%12+1, l%31+1), Jacobi(n, m), Jacobi(n%1000, m%1000), Miller(n), Warshall(ways), Blocks(s, other), Blocks(s, s),
		}
		for _, f := range []func([]byte) bool{PackBits, ObjectId, Adler, Fragments, Stream, TarHeader} {
			reached = append(reached, f(data), f(letters))
		}
		for _, f := range []func([]int) bool{Lzw, Semaphore, Kraft} {
			reached = append(reached, f(a))
		}
		for _, f := range []func(string) bool{Ascii85, Unescape, Domain, Punycode, Chunked, Ipv6, MediaType, Printf, Regexp, Toml, Suffixes} {
			reached = append(reached, f(s))
		}
		if !slices.EqualFunc(lists, [][]int{a, first, second}, slices.Equal) || !slices.EqualFunc(packets, [][]byte{data, row}, slices.Equal) || !slices.EqualFunc(table, ways, slices.Equal) || string(letters) != s {
			t.Errorf("an input was changed: now %v, %v, %v, %v, %v, %v, %q", a, first, second, data, row, ways, letters)
		}
		t.Log(reached)
	})
}
