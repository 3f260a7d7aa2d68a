// Package sixth holds thirty more programs of the kinds of package fitnex, each a chain
// of guards before one place that is hard to reach. Their loops are those of real code:
// decoders, scanners, checks and state machines of the standard library and of known
// modules, written anew and cut short. The comment of each names the function that it
// follows. None is one of the hundred and fifty before, or a change of one. They were
// written without a look at the strategies, and none was searched before all were
// written. Some are easy and some are hard, and every target is reached by an input of
// at most twenty elements or letters.
//
//	function    kind        an input that reaches the target
//	PackBits    loop        239 9 3 1 2 7 3 128 239 9
//	ObjectId    loop        42 134 72 134 247 13 1 1 11
//	Adler       loop        "hamburger"
//	Lzw         loop        3 6 7 8 9 0 5
//	Ascii85     string      "B5_^!zB5["
//	Unescape    string      "50%25+%26+up"
//	Domain      string      "a-b-cd.10.go.dev"
//	Punycode    string      "nk-via7e"
//	Prerelease  string      "rc.1.9", "rc.1.10"
//	Chunked     scanner     "3;\r\ndon\r\n1\r\ne\r\n0\r\n\r\n"
//	Ipv6        scanner     "fe80::a:1:b7%en0"
//	MediaType   scanner     `text/go;a=b;q=";\""`
//	Printf      parser      "%+d %[3]*.[2]*[1]f"
//	Regexp      parser      "(a[0-9]?){2,3}bx?"
//	Toml        parser      "[a]\nb.c=7\n[a.d]\ne=5"
//	Fragments   flags       1 100, 0 60, 137 4, 128 40, 136 0
//	Stream      flags       "HDDwDEdde"
//	Stages      flags       true, "HaPTbDDDcE"
//	Semaphore   flags       7 5 2 4 -7 -7 -4
//	Kraft       array       2 2 3 0 2 4 5 5
//	TarHeader   array       "a\xe9go064401256 "
//	Paeth       array       100 190 70 70 40 70 40 190, 0 0 10 20 10 20 20 10
//	Crossover   array       3 4 0 1 2 5 6, and 0 5 6 4 2 1 3
//	Luby        arithmetic  62, 54
//	IsoWeek     arithmetic  2033, 1, 2
//	Jacobi      arithmetic  79, 203
//	Miller      arithmetic  2047
//	Warshall    nested      0 4 40 50, 40 0 -2 40, 40 40 0 3, and 40 40 40 0
//	Blocks      nested      "abxcdeyf", "zabcdewf"
//	Suffixes    nested      "abcxxxabc"
//
// Targets are marked as in package fitnex. No input makes a subject panic.
package sixth
