package harness

import (
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
)

// standardAlt is an alternative that makes a value of a well-known type of the standard library. It
// lists the methods of the type as text, so that the package need not be loaded.
type standardAlt struct {
	name           string
	needs          []string     // import paths
	fields         []types.Type // types of the arguments
	expr           *code.Tree
	methods        string // methods of the static type of expr, one a line, without names of parameters
	requiredMethod string // method that an interface must have for the alternative to be used
	coveredType    string // type that this alternative makes, so that Coder.implementers need not; "" for none
	reportedType   string // type, in the last package of needs, to which expr is a pointer that is reported after the call; "" for none
	decl           *code.Decl
}

const (
	readerMethods = `Len() int
Read([]byte) (int, error)
ReadAt([]byte, int64) (int, error)
ReadByte() (byte, error)
ReadRune() (rune, int, error)
Seek(int64, int) (int64, error)
Size() int64
UnreadByte() error
UnreadRune() error
WriteTo(io.Writer) (int64, error)
`
	writeMethod    = "Write([]byte) (int, error)"
	builderMethods = `Cap() int
Grow(int)
Len() int
Reset()
String() string
Write([]byte) (int, error)
WriteByte(byte) error
WriteRune(rune) (int, error)
WriteString(string) (int, error)`
	bufferMethods = `Available() int
AvailableBuffer() []byte
Bytes() []byte
Cap() int
Grow(int)
Len() int
Next(int) []byte
Read([]byte) (int, error)
ReadByte() (byte, error)
ReadBytes(byte) ([]byte, error)
ReadFrom(io.Reader) (int64, error)
ReadRune() (rune, int, error)
ReadString(byte) (string, error)
Reset()
String() string
Truncate(int)
UnreadByte() error
UnreadRune() error
Write([]byte) (int, error)
WriteByte(byte) error
WriteRune(rune) (int, error)
WriteString(string) (int, error)
WriteTo(io.Writer) (int64, error)
`
	contextMethods = `Deadline() (time.Time, bool)
Done() <-chan struct{}
Err() error
Value(any) any
`
	hashMethods = `BlockSize() int
Reset()
Size() int
Sum([]byte) []byte
Sum32() uint32
Write([]byte) (int, error)
`
)

// standards returns the alternatives of the standard library, in order of preference.
func standards() []standardAlt {
	text, bytes := types.Typ[types.String], types.NewSlice(types.Universe.Lookup("byte").Type())
	long := types.Typ[types.Int64]
	one := func(t ...types.Type) []types.Type { return t }
	call := func(path, name string, args ...*code.Tree) *code.Tree {
		return code.Call(code.Name(path, name), args...)
	}
	return []standardAlt{
		{name: "strings.NewReader", coveredType: "*strings.Reader", needs: []string{"strings"}, fields: one(text), expr: call("strings", "NewReader", code.Arg(0)), methods: readerMethods + "Reset(string)"},
		{name: "bytes.NewBufferString", coveredType: "*bytes.Buffer", needs: []string{"bytes"}, fields: one(text), expr: call("bytes", "NewBufferString", code.Arg(0)), methods: bufferMethods},
		{name: "bytes.NewReader", coveredType: "*bytes.Reader", needs: []string{"bytes"}, fields: one(bytes), expr: call("bytes", "NewReader", code.Arg(0)), methods: readerMethods + "Reset([]byte)"},
		{name: "io.NopCloser", requiredMethod: "Close() error", needs: []string{"io", "strings"}, fields: one(text), expr: call("io", "NopCloser", call("strings", "NewReader", code.Arg(0))), methods: "Close() error\nRead([]byte) (int, error)"},
		{name: "new(strings.Builder)", requiredMethod: writeMethod, needs: []string{"strings"}, reportedType: "Builder", expr: code.New(code.Written, code.Call(code.Source("new"), code.Name("strings", "Builder"))), methods: builderMethods},
		{name: "new(bytes.Buffer)", requiredMethod: writeMethod, needs: []string{"bytes"}, reportedType: "Buffer", expr: code.Call(code.Source("new"), code.Name("bytes", "Buffer")), methods: bufferMethods},
		{name: "io.Discard", needs: []string{"io"}, expr: code.Name("io", "Discard"), methods: writeMethod},
		{name: "context.Background", needs: []string{"context"}, expr: call("context", "Background"), methods: contextMethods},
		{
			name: "canceled", needs: []string{"context"}, expr: code.Call(code.New(code.Declared)), methods: contextMethods,
			decl: code.NewDecl("canceledContext", code.Format("// %[1]s returns a context that is over.\nfunc %[1]s() %[2]s {\n\tctx, cancel := %[3]s(%[4]s())\n\tcancel()\n\treturn ctx\n}",
				code.New(code.Declared), code.Name("context", "Context"), code.Name("context", "WithCancel"), code.Name("context", "Background"))),
		},
		{name: "time.Duration", requiredMethod: "String() string", coveredType: "time.Duration", needs: []string{"time"}, fields: one(long), expr: call("time", "Duration", code.Arg(0)), methods: "Abs() time.Duration\nHours() float64\nMicroseconds() int64\nMilliseconds() int64\nMinutes() float64\nNanoseconds() int64\nRound(time.Duration) time.Duration\nSeconds() float64\nString() string\nTruncate(time.Duration) time.Duration"},
		{name: "crc32.NewIEEE", requiredMethod: "BlockSize() int", needs: []string{"hash/crc32"}, expr: call("hash/crc32", "NewIEEE"), methods: hashMethods},
		{name: "rand.NewSource", requiredMethod: "Int63() int64", needs: []string{"math/rand"}, fields: one(long), expr: call("math/rand", "NewSource", code.Arg(0)), methods: "Int63() int64\nSeed(int64)"},
		{name: "httptest.NewRecorder", requiredMethod: "WriteHeader(int)", coveredType: "*httptest.ResponseRecorder", needs: []string{"net/http", "net/http/httptest"}, reportedType: "ResponseRecorder", expr: call("net/http/httptest", "NewRecorder"), methods: "Flush()\nHeader() net/http.Header\nResult() *net/http.Response\nWrite([]byte) (int, error)\nWriteHeader(int)\nWriteString(string) (int, error)"},
		{name: "fstest.MapFS", coveredType: "fstest.MapFS", needs: []string{"testing/fstest"}, fields: one(bytes), expr: code.Format(`%[1]s{"a.txt": {Data: %[2]s}, "d/b.txt": {Data: %[2]s}}`, code.Name("testing/fstest", "MapFS"), code.Arg(0)), methods: "Glob(string) ([]string, error)\nLstat(string) (io/fs.FileInfo, error)\nOpen(string) (io/fs.File, error)\nReadDir(string) ([]io/fs.DirEntry, error)\nReadFile(string) ([]byte, error)\nReadLink(string) (string, error)\nStat(string) (io/fs.FileInfo, error)\nSub(string) (io/fs.FS, error)"},
	}
}

// standardAlts returns the alternatives of the standard library that implement u, at most one of
// them with a reportedType, and the types that they cover.
func (c *Coder) standardAlts(u *types.Interface) (list []input.Alt, covered []string) {
	var wanted []string
	for m := range u.Methods() {
		if !m.Exported() {
			return nil, nil
		}
		wanted = append(wanted, methodKey(m))
	}
	shown := false
	for _, s := range standards() {
		if s.reportedType != "" && (shown || c.reportedType(s) == nil) {
			continue
		}
		if s.hasMethods(wanted) && !slices.ContainsFunc(s.needs, func(p string) bool { return !c.canImportPath(p) }) {
			shown = shown || s.reportedType != ""
			list = append(list, c.standardAlt(s))
			covered = append(covered, s.coveredType)
		}
	}
	return list, covered
}

// reportedType returns the type of the value that s makes if the value is reported after the call.
// It returns nil if it is not, or if its type belongs to the package under test.
func (c *Coder) reportedType(s standardAlt) types.Type {
	path := s.needs[len(s.needs)-1]
	if s.reportedType == "" || path == c.pkg.ImportPath {
		return nil
	}
	return types.NewPointer(c.typeOf(path, s.reportedType))
}

// reportedTypeOf returns the reportedType of the standard alternative a, and nil for other
// alternatives.
func (c *Coder) reportedTypeOf(a *input.Alt) types.Type {
	for _, s := range standards() {
		if s.name == a.Name && s.expr.String() == a.Make.String() {
			return c.reportedType(s)
		}
	}
	return nil
}

func (s *standardAlt) hasMethods(wanted []string) bool {
	methods := "\n" + s.methods + "\n"
	if s.requiredMethod != "" && !slices.Contains(wanted, s.requiredMethod) {
		return false
	}
	return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(methods, "\n"+w+"\n") })
}

func (c *Coder) standardAlt(s standardAlt) input.Alt {
	alt := input.Alt{Name: s.name, Make: s.expr, Decl: s.decl, Written: s.expr.Is(code.Written)}
	for _, p := range s.needs {
		alt.RunsCode = alt.RunsCode || p == c.pkg.ImportPath
	}
	for i, t := range s.fields {
		alt.Fields = append(alt.Fields, c.altField("arg"+string(rune('0'+i)), t))
	}
	return alt
}

// methodKey identifies a method by its name and its signature, as in standardAlt.methods.
func methodKey(m *types.Func) string {
	s := types.TypeString(withoutNames(m.Signature()), func(p *types.Package) string { return p.Path() })
	return m.Name() + typeSpelling.Replace(strings.TrimPrefix(s, "func"))
}

// typeSpelling replaces types with two names by one of the names.
var typeSpelling = strings.NewReplacer("interface {}", "any", "interface{}", "any", "uint8", "byte", "int32", "rune")

// withoutNames returns a signature without a receiver and without the names of parameters and
// results.
func withoutNames(sig *types.Signature) *types.Signature {
	bare := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(0, v.Pkg(), "", substitute(v.Type(), nil)))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(sig.Params()), bare(sig.Results()), sig.Variadic())
}
