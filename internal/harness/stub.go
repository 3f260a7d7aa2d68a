package harness

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// maxSearched is the most results of a stub that are searched; the other results are zero.
const maxSearched = 8

// stub returns the alternative that makes a stub: a value of a declared type that implements t
// with searched results. Methods with a well-known contract keep it. Other methods return
// searched values: one after the other if callers may call until a sequence ends, else the same
// on each call.
func (c *Coder) stub(t types.Type, u *types.Interface) (alt input.Alt, ok bool) {
	for m := range u.Methods() {
		if !m.Exported() || c.unwritable(m.Signature()) != "" || m.Name() == "Error" && syntax.IsError(t) {
			return alt, false
		}
	}
	if c.isSorting(u) {
		return c.sortStub(u), true
	}
	s := stubWriter{c: c, typ: t, fields: map[string]bool{recordField: true}}
	for m := range u.Methods() {
		s.method(m)
	}
	if s.records {
		s.declared = append(s.declared, code.New(code.Recording, code.Source("\t"+recordField+" *[]string\n"), code.Source("")))
	}
	label := "stub"
	if n, named := types.Unalias(t).(*types.Named); named {
		label += syntax.Capitalize(n.Obj().Name())
	}
	declared, also := code.Join(s.declared, ""), code.Source("")
	if s.records {
		also = code.New(code.Recording, code.Source(", and records its calls"), also)
	}
	if declared.String() != "" || s.records {
		declared = code.Format("\n%s", declared)
	}
	decl := code.Format("// %[1]s returns what its fields say%[4]s.\ntype %[1]s struct {%[2]s}\n%[3]s", code.New(code.Declared), declared, code.Join(s.methods, ""), also)
	return input.Alt{Name: "stub", Fields: s.needs, Make: makeStub(s.needs, s.records), Decl: code.NewDecl(label, decl)}, true
}

// makeStub returns the tree that makes a stub with these fields.
func makeStub(fields []input.Field, records bool) *code.Tree {
	stub := code.New(code.Composite, code.New(code.Declared))
	if records {
		stub.Parts = append(stub.Parts, &code.Tree{Kind: code.KeyValue, Text: recordField, Parts: []*code.Tree{code.New(code.RecordAddress)}})
	}
	for i, f := range fields {
		stub.Parts = append(stub.Parts, &code.Tree{Kind: code.KeyValue, Text: f.Name, Parts: []*code.Tree{code.Arg(i)}})
	}
	return code.New(code.Address, stub)
}

// stubWriter writes the text of a stub.
type stubWriter struct {
	c        *Coder
	typ      types.Type
	needs    []input.Field // searched fields of the stub
	fields   map[string]bool
	declared []*code.Tree
	methods  []*code.Tree
	brief    bool // the last method is on one line
	records  bool // some method records its calls
}

// field declares a field and returns its name.
func (s *stubWriter) field(name string, of *code.Tree) string {
	name = syntax.Free(name, func(name string) bool { return s.fields[name] || token.IsKeyword(name) })
	s.fields[name] = true
	s.declared = append(s.declared, code.Format("\t%s %s\n", name, of))
	return name
}

// sharedField declares a field that several methods have in common, unless it is declared already.
// text is its Go type; of is its input type, or nil if the field is not searched.
func (s *stubWriter) sharedField(name, text string, of *input.Type) {
	if s.fields[name] {
		return
	}
	s.field(name, code.Source(text))
	if of != nil {
		s.needs = append(s.needs, input.Field{Name: name, Type: of})
	}
}

func (s *stubWriter) method(m *types.Func) {
	if k, ok := knownMethods[methodKey(m)]; ok {
		for _, f := range k.fields {
			s.addKnownField(f)
		}
		if !strings.HasPrefix(m.Name(), "Write") {
			s.write(k.head, k.body)
			return
		}
		names := []string{"p", "off"}[:m.Signature().Params().Len()]
		s.recorded(m, names, k.head, k.head, k.body)
		return
	}
	sig := numberedResults(m.Signature())
	body := s.body(m, sig)
	if !numberedResult.MatchString(body) {
		sig = withoutNames(sig)
	}
	if !isToldOf(sig) {
		s.write(s.head(m, sig), body)
		return
	}
	names := s.c.toldNames(m.Signature())
	s.recorded(m, names, s.head(m, withNames(sig, names)), s.head(m, sig), body)
}

// recorded writes a method that records its calls, with the values of the parameters that have a name, and its text without a record.
func (s *stubWriter) recorded(m *types.Func, names []string, recording, plain, body string) {
	s.records = true
	record := recordOf(code.Source("s."+recordField), m.Name(), m.Signature(), names)
	s.methods = append(s.methods, code.New(code.Recording, s.recordingMethod(recording, record, body), s.methodText(plain, body)))
}

// head returns the marked text of the name, parameters and results of a method.
func (s *stubWriter) head(m *types.Func, sig *types.Signature) string {
	return m.Name() + strings.TrimPrefix(s.c.markedText(sig), "func")
}

// recordingMethod returns a method that records its calls.
func (s *stubWriter) recordingMethod(marked string, record *code.Tree, body string) *code.Tree {
	line := code.Format("{ %s }", record)
	if body != "" {
		line = code.Format("{\n\t%s\n%s}", record, body)
	}
	return code.Format("\nfunc (s *%s) %s %s\n", code.New(code.Declared), treeOf(marked), line)
}

// maxBrief is the length in bytes of a method that gofmt leaves on one line.
const maxBrief = 80

// write writes a method.
func (s *stubWriter) write(marked, body string) {
	s.methods = append(s.methods, s.methodText(marked, body))
}

// methodText returns a method. Methods of one statement are on one line each, without blank lines.
func (s *stubWriter) methodText(marked, body string) *code.Tree {
	was, head := s.brief, treeOf(marked)
	line := "{}"
	if body != "" {
		line = "{ " + strings.TrimSpace(body) + " }"
	}
	if s.brief = strings.Count(body, "\n") < 2 && len(head.String())+len(line) <= maxBrief; !s.brief && body != "" {
		line = "{\n" + body + "}"
	}
	method := code.Format("func (s *%s) %s %s\n", code.New(code.Declared), head, line)
	if !was || !s.brief {
		method = code.Join([]*code.Tree{code.Source("\n"), method}, "")
	}
	return method
}

var numberedResult = regexp.MustCompile(`\br[0-9]`)

// numberedResults returns sig with results named r0, r1 and so on.
func numberedResults(sig *types.Signature) *types.Signature {
	bare := withoutNames(sig)
	var results []*types.Var
	for v := range bare.Results().Variables() {
		results = append(results, types.NewParam(0, v.Pkg(), fmt.Sprintf("r%d", len(results)), v.Type()))
	}
	return types.NewSignatureType(nil, nil, nil, bare.Params(), types.NewTuple(results...), bare.Variadic())
}

// body returns the statements of a method without a known contract.
func (s *stubWriter) body(m *types.Func, sig *types.Signature) string {
	n := sig.Results().Len()
	if n == 0 {
		return ""
	}
	name := syntax.Uncapitalize(m.Name())
	last := sig.Results().At(n - 1).Type()
	first := sig.Results().At(0).Type()
	switch {
	case n == 2 && (syntax.IsError(last) || isBool(last)) && s.canSearch(first):
		list := s.searchedField(name, types.NewSlice(first))
		if isBool(last) {
			if list == "" {
				break
			}
			return nextElement(list, "\t\tr1 = true\n") + "\treturn\n"
		}
		s.addKnownField("err") // the error that ends the list, even an empty one
		if list == "" {
			return "\treturn r0, s.err\n"
		}
		return nextElement(list, "\t\treturn\n") + "\treturn r0, s.err\n"
	case n == 1 && s.isRepeated(m, sig) && s.canSearch(first):
		if list := s.searchedField(name, types.NewSlice(first)); list != "" {
			return nextElement(list, "") + "\treturn\n"
		}
	}
	var values []string
	for i := range n {
		values = append(values, s.constant(name, sig.Results().At(i), n))
	}
	return "\treturn " + strings.Join(values, ", ") + "\n"
}

// nextElement returns statements that take the next element of the list in a field of the stub, and
// run the statements then, if there is one.
func nextElement(list, then string) string {
	return fmt.Sprintf("\tif len(s.%[1]s) > 0 {\n\t\tr0, s.%[1]s = s.%[1]s[0], s.%[1]s[1:]\n%[2]s\t}\n", list, then)
}

// isRepeated reports whether callers may call a method until its result says that there is no more.
func (s *stubWriter) isRepeated(m *types.Func, sig *types.Signature) bool {
	return isBool(sig.Results().At(0).Type()) || hasAnyPrefix(m.Name(), "Next", "Read", "Scan", "More", "Pop", "Recv", "Get", "Token", "Peek")
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// constant returns an expression for a result that is the same on each call.
func (s *stubWriter) constant(name string, r *types.Var, n int) string {
	switch {
	case types.Identical(r.Type(), s.typ):
		return "s"
	case syntax.IsError(r.Type()):
		s.sharedField(name+"Err", "error", s.c.inputType(r.Type()))
		return "s." + name + "Err"
	case !s.canSearch(r.Type()):
		return r.Name()
	}
	if n > 1 {
		name += strings.ToUpper(r.Name())
	}
	if f := s.searchedField(name, r.Type()); f != "" {
		return "s." + f
	}
	return r.Name()
}

// canSearch reports whether a result of type t can be searched.
func (s *stubWriter) canSearch(t types.Type) bool {
	return s.c.supported(t) && !types.Identical(t, s.typ) && !s.c.isOpaqueStruct(t)
}

// searchedField declares a searched field and returns its name. It returns "" if there are enough
// fields or the type has too many words.
func (s *stubWriter) searchedField(name string, t types.Type) string {
	if len(s.needs) >= maxSearched {
		return ""
	}
	of := s.c.inputAt(t, asField)
	if zeroWords(of, maxFieldWords) > maxFieldWords {
		return ""
	}
	name = s.field(name, s.c.tree(t))
	s.needs = append(s.needs, input.Field{Name: name, Type: of})
	return name
}

// knownFields are the searched fields of methods with a known contract, beside err.
var knownFields = map[string]types.BasicKind{"data": types.String, "chunk": types.Uint8, "room": types.Uint16}

// addKnownField declares the field with this name for methods with a known contract.
func (s *stubWriter) addKnownField(name string) {
	kind, searched := knownFields[name]
	switch basic := types.Typ[kind]; {
	case name == "err":
		s.sharedField("err", "error", s.c.endError())
	case searched:
		s.sharedField(name, basic.Name(), s.c.inputType(basic))
	default:
		s.sharedField(name, "int", nil)
	}
}

// endError returns the input type of an error that ends a sequence. None of its alternatives is
// nil.
func (c *Coder) endError() *input.Type {
	t := types.Universe.Lookup("error").Type()
	if c.errorType == nil {
		c.errorType = &input.Type{Kind: input.Choice, Go: "error", Origin: t}
		for _, alt := range c.errorAlts() {
			if alt.Name == "io.EOF" || alt.Name == "EOF" {
				c.errorType.Alts = append([]input.Alt{alt}, c.errorType.Alts...)
			} else if alt.Name == "errors.New" || alt.Name == "message" {
				c.errorType.Alts = append(c.errorType.Alts, alt)
			}
		}
	}
	return c.errorType
}

// knownMethod is a method with a contract that stubs keep.
type knownMethod struct {
	head   string
	fields []string
	body   string
}

// knownMethods are the methods of readers and writers. Reading ends with err, and returns at
// most chunk bytes at a time unless chunk is 0. Writing fails with err beyond room bytes.
var knownMethods = map[string]knownMethod{
	"Read([]byte) (int, error)": {"Read(p []byte) (n int, err error)", []string{"data", "chunk", "err", "pos"}, `	if s.chunk > 0 && len(p) > int(s.chunk) {
		p = p[:s.chunk]
	}
	n = copy(p, s.data[s.pos:])
	s.pos += n
	if n == 0 && len(p) > 0 {
		err = s.err
	}
	return n, err
`},
	"ReadByte() (byte, error)": {"ReadByte() (byte, error)", []string{"data", "err", "pos"}, `	if s.pos == len(s.data) {
		return 0, s.err
	}
	s.pos++
	return s.data[s.pos-1], nil
`},
	"UnreadByte() error": {"UnreadByte() error", []string{"data", "err", "pos"}, `	if s.pos == 0 {
		return s.err
	}
	s.pos--
	return nil
`},
	"ReadRune() (rune, int, error)": {"ReadRune() (r rune, size int, err error)", []string{"data", "err", "pos"}, `	for i, c := range s.data[s.pos:] {
		if i > 0 {
			s.pos += i
			return r, i, nil
		}
		r = c
	}
	if size = len(s.data) - s.pos; size == 0 {
		return 0, 0, s.err
	}
	s.pos = len(s.data)
	return r, size, nil
`},
	"ReadAt([]byte, int64) (int, error)": {"ReadAt(p []byte, off int64) (n int, err error)", []string{"data", "err"}, `	if off >= 0 && off < int64(len(s.data)) {
		n = copy(p, s.data[off:])
	}
	if n < len(p) {
		err = s.err
	}
	return n, err
`},
	"Seek(int64, int) (int64, error)": {"Seek(offset int64, whence int) (int64, error)", []string{"data", "err", "pos"}, `	switch whence {
	case 1:
		offset += int64(s.pos)
	case 2:
		offset += int64(len(s.data))
	}
	if offset < 0 || offset > int64(len(s.data)) {
		return 0, s.err
	}
	s.pos = int(offset)
	return offset, nil
`},
	"WriteAt([]byte, int64) (int, error)": {"WriteAt(p []byte, off int64) (int, error)", []string{"room", "err"}, `	if off < 0 || off > int64(s.room) {
		return 0, s.err
	}
	if n := int(s.room) - int(off); len(p) > n {
		return n, s.err
	}
	return len(p), nil
`},
	"Write([]byte) (int, error)":       {"Write(p []byte) (int, error)", []string{"room", "err"}, writeBody},
	"WriteString(string) (int, error)": {"WriteString(p string) (int, error)", []string{"room", "err"}, writeBody},
}

const writeBody = `	if len(p) > int(s.room) {
		n := int(s.room)
		s.room = 0
		return n, s.err
	}
	s.room -= uint16(len(p))
	return len(p), nil
`

// isSorting reports whether u has the methods of sort.Interface, possibly with methods of
// heap.Interface, and no other methods.
func (c *Coder) isSorting(u *types.Interface) bool {
	n := 0
	for m := range u.Methods() {
		switch methodKey(m) {
		case "Len() int", "Less(int, int) bool", "Swap(int, int)":
			n++
		case "Push(any)", "Pop() any":
		default:
			return false
		}
	}
	return n == 3
}

// sortStub returns the alternative that makes a sortable list of numbers.
func (c *Coder) sortStub(u *types.Interface) input.Alt {
	decl := `// %[1]s is a list that can be sorted.
type %[1]s struct {
	list []int
}

func (s *%[1]s) Len() int { return len(s.list) }

func (s *%[1]s) Less(i, j int) bool { return s.list[i] < s.list[j] }

func (s *%[1]s) Swap(i, j int) { s.list[i], s.list[j] = s.list[j], s.list[i] }
`
	if u.NumMethods() > 3 {
		decl += `
func (s *%[1]s) Push(x interface{}) {
	n, _ := x.(int)
	s.list = append(s.list, n)
}

func (s *%[1]s) Pop() interface{} {
	last := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return last
}
`
	}
	list := []input.Field{c.altField("list", types.NewSlice(types.Typ[types.Int]))}
	return input.Alt{Name: "stub", Fields: list, Make: makeStub(list, false), Decl: code.NewDecl("stubList", code.Format(decl, code.New(code.Declared)))}
}
