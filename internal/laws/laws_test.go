package laws

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

// TestFilesCompile: the functions of laws compile beside packages that others wrote.
func TestFilesCompile(t *testing.T) {
	paths := strings.Fields("compress/flate container/list encoding/base64 hash/crc32 log/slog math/big net/mail net/netip net/textproto net/url regexp text/template/parse")
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	overlay, total := map[string][]byte{}, 0
	for _, p := range pkgs {
		list, file := Find(p.Types)
		if total += len(list); file != nil {
			overlay[filepath.Join(p.Dir, File)] = file
		}
	}
	if _, err = load.Load(t.Context(), ".", load.Options{Overlay: overlay, Bad: func(err error) { t.Error(err) }}, paths...); err != nil {
		t.Error(err)
	}
	if total < 90 {
		t.Errorf("%d laws", total)
	}
}

// TestLaws: a function of each kind of law panics for an input that breaks the law, and returns true for the same input when the
// fault is mended.
func TestLaws(t *testing.T) {
	const container = `
type Box struct{ m map[string]int }

func New(size int) *Box { return &Box{map[string]int{}} }
func (b *Box) Set(k string, v int)       { SET }
func (b *Box) Get(k string) (int, bool)  { v, ok := b.m[k]; return v, ok }
func (b *Box) Has(k string) bool         { HAS }
func (b *Box) Delete(k string)           { DELETE }
func (b *Box) Len() int                  { LEN }
func (b *Box) Cap() int                  { return 1000 }
func (b *Box) Clear()                    { CLEAR }
func (b *Box) Reset()                    { b.Clear() }
func (b *Box) Clone() *Box               { CLONE }
`
	box := func(part, code string) string {
		s := container
		for name, right := range map[string]string{
			"SET": "b.m[k] = v", "HAS": "_, ok := b.m[k]; return ok", "DELETE": "delete(b.m, k)", "LEN": "return len(b.m)", "CLEAR": "b.m = map[string]int{}",
			"CLONE": "c := New(0); for k, v := range b.m { c.m[k] = v }; return c",
		} {
			if name == part {
				right = code
			}
			s = strings.Replace(s, "{ "+name+" }", "{ "+right+" }", 1)
		}
		return s
	}
	right := box("", "")
	type subject struct{ law, args, broken, mended string }
	codes := func(text string) string {
		return "import \"errors\"\n\ntype Code uint8\n\nconst (\n\tA Code = iota\n\tB\n)\n\nfunc (c Code) String() string { return \"ab\"[c:c+1] }\n\nfunc ParseCode(s string) (Code, error) {\n\tswitch s {\n\tcase \"a\":\n\t\treturn A, nil\n\tcase \"b\":\n\t\treturn " + text + ", nil\n\t}\n\treturn 0, errors.New(s)\n}\n" +
			"\nfunc (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }\n\nfunc (c *Code) UnmarshalText(text []byte) (err error) {\n\t*c, err = ParseCode(string(text))\n\treturn err\n}\n"
	}
	list := []subject{
		{"Code: ParseCode undoes String, for declared constants", "1", codes("A"), codes("B")},
		{"Code: UnmarshalText undoes MarshalText, for declared constants", "1", codes("A"), codes("B")},
		{"Unquote undoes Quote", `"ab"`, "func Quote(s string) string { return s + s }\n\nfunc Unquote(s string) string { return s[:len(s)/4] }\n", "func Quote(s string) string { return s + s }\n\nfunc Unquote(s string) string { return s[:len(s)/2] }\n"},
		{"Decode undoes Encode", `[]byte("ab")`, "func Encode(dst, src []byte) []byte { return append(dst, src...) }\n\nfunc Decode(dst, src []byte) ([]byte, error) { return append(dst, src[:1]...), nil }\n", "func Encode(dst, src []byte) []byte { return append(dst, src...) }\n\nfunc Decode(dst, src []byte) ([]byte, error) { return append(dst, src...), nil }\n"},
		{"Compare is an order", "1, 2, 3", "func Compare(a, b int) int { return 1 }\n", "func Compare(a, b int) int { return a - b }\n"},
		{"Less is an order", `"a", "a", "a"`, "func Less(a, b string) bool { return a <= b }\n", "func Less(a, b string) bool { return a < b }\n"},
		{"N.Equal is an equivalence", "1, 2, 2", "type N int8\n\nfunc (n N) Equal(m N) bool { return n <= m }\n", "type N int8\n\nfunc (n N) Equal(m N) bool { return n == m }\n"},
		{"N.Compare and Less agree", "1, 1", "type N int8\n\nfunc (n N) Less(m N) bool { return n <= m }\n\nfunc (n N) Compare(m N) int { return int(n) - int(m) }\n", "type N int8\n\nfunc (n N) Less(m N) bool { return n < m }\n\nfunc (n N) Compare(m N) int { return int(n) - int(m) }\n"},
		{"L.Less is an order", "L{1, 1, 1}", "type L []int\n\nfunc (l L) Len() int { return len(l) }\n\nfunc (l L) Less(i, j int) bool { return l[i] <= l[j] }\n", "type L []int\n\nfunc (l L) Len() int { return len(l) }\n\nfunc (l L) Less(i, j int) bool { return l[i] < l[j] }\n"},
		{"Clean leaves its own result unchanged", `"a"`, "func Clean(s string) string { return s + \"/\" }\n", "func Clean(s string) string { return s }\n"},
		{"AppendName appends the result of Name", `1`, "func Name(n int) string { return \"n\" }\n\nfunc AppendName(dst []byte, n int) []byte { return []byte(Name(n)) }\n", "func Name(n int) string { return \"n\" }\n\nfunc AppendName(dst []byte, n int) []byte { return append(dst, Name(n)...) }\n"},
		{"CountString and Count agree", `"é"`, "func CountString(s string) int { return len([]rune(s)) }\n\nfunc Count(b []byte) int { return len(b) }\n", "func CountString(s string) int { return len(s) }\n\nfunc Count(b []byte) int { return len(b) }\n"},
		{"ReadAll reads the same byte by byte", `[]byte("ab")`, "import \"io\"\n\nfunc ReadAll(r io.Reader) (string, error) {\n\tp := make([]byte, 9)\n\tn, err := r.Read(p)\n\treturn string(p[:n]), err\n}\n", "import \"io\"\n\nfunc ReadAll(r io.Reader) (string, error) {\n\tp, err := io.ReadAll(r)\n\treturn string(p), err\n}\n"},
		{"NewReader undoes NewWriter", `[]byte("a")`, "import \"io\"\n\ntype W struct{ io.Writer }\n\nfunc (w W) Write(p []byte) (int, error) { return w.Writer.Write(append([]byte(\"x\"), p...)) }\n\nfunc NewWriter(w io.Writer) W { return W{w} }\n\nfunc NewReader(r io.Reader) io.Reader { return r }\n", "import \"io\"\n\ntype W struct{ io.Writer }\n\nfunc (w W) Write(p []byte) (int, error) { return w.Writer.Write(p) }\n\nfunc NewWriter(w io.Writer) W { return W{w} }\n\nfunc NewReader(r io.Reader) io.Reader { return r }\n"},
		{"New returns a hash", `[]byte("a"), []byte("b")`, "type H uint32\n\nfunc New() *H { return new(H) }\n\nfunc (h *H) Reset() { *h = 1 }\n\nfunc (h *H) Sum32() uint32 { return uint32(*h) }\n\nfunc (h *H) Write(p []byte) (int, error) { *h = H(len(p)); return len(p), nil }\n", "type H uint32\n\nfunc New() *H { return new(H) }\n\nfunc (h *H) Reset() { *h = 0 }\n\nfunc (h *H) Sum32() uint32 { return uint32(*h) }\n\nfunc (h *H) Write(p []byte) (int, error) { *h += H(len(p)); return len(p), nil }\n"},
		{"Box: Get after Set gives the value", `0, []uint8{3}, nil, nil, "k", 5`, box("SET", "b.m[k] = v + 1"), right},
		{"Box: Has after Set", `0, nil, nil, nil, "k", 5`, box("HAS", "return false"), right},
		{"Box: not Has after Delete", `0, nil, nil, nil, "k", 5`, box("DELETE", ""), right},
		{"Box: 0 ≤ Len ≤ Cap", `0, nil, nil, nil`, box("LEN", "return 1001"), right},
		{"Box: Len is 0 after Clear", `0, []uint8{3}, nil, []string{"a"}`, box("CLEAR", ""), right},
		{"Box: a Clone shares nothing", `0, []uint8{3}, []int8{7}, []string{"a"}, "a", []uint8{3}, []int8{1}, []string{"b"}`, box("CLONE", "return b"), right},
		{"Box is as new after Reset", `0, []uint8{3}, nil, []string{"a"}, "a"`, box("CLEAR", ""), right},
		{"Q: values come out by Pop as often as they went in by Push", `[]int{1, 2}, nil`, "type Q []int\n\nfunc New() *Q { return new(Q) }\n\nfunc (q *Q) Push(n int) { *q = append(*q, n) }\n\nfunc (q *Q) Pop() (int, bool) { return (*q)[0], true }\n", "type Q []int\n\nfunc New() *Q { return new(Q) }\n\nfunc (q *Q) Push(n int) { *q = append(*q, n) }\n\nfunc (q *Q) Pop() (int, bool) {\n\tn := (*q)[0]\n\t*q = (*q)[1:]\n\treturn n, true\n}\n"},
	}
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module m\n\ngo 1.21\n"}
	for i, s := range list {
		files[fmt.Sprintf("p%d/p.go", i)] = "package p\n\n" + s.broken
		files[fmt.Sprintf("q%d/q.go", i)] = "package q\n\n" + s.mended
	}
	testdir.Write(t, dir, files)
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	added, imports, calls := map[string]string{}, "", ""
	for _, p := range pkgs {
		var i int
		name := p.ImportPath[2:]
		if _, err := fmt.Sscanf(name[1:], "%d", &i); err != nil {
			t.Fatal(err)
		}
		found, file := Find(p.Types)
		entry := ""
		for _, l := range found {
			if l.Text == list[i].law {
				entry = l.Entry
			}
		}
		if entry == "" {
			t.Errorf("no law %q in %v", list[i].law, found)
		}
		added[name+"/"+File] = string(file)
		added[name+"/run.go"] = fmt.Sprintf("package %s\n\nfunc Run() (end any) {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\tend = r\n\t\t}\n\t}()\n\treturn %s(%s)\n}\n", p.Name, entry, list[i].args)
		imports += fmt.Sprintf("\t%s %q\n", name, p.ImportPath)
		calls += fmt.Sprintf("\tfmt.Println(%q, %s.Run())\n", name, name)
	}
	added["main.go"] = "package main\n\nimport (\n\t\"fmt\"\n" + imports + ")\n\nfunc main() {\n" + calls + "}\n"
	testdir.Write(t, dir, added)
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := strings.Count(string(out), "\n"); n != 2*len(list) {
		t.Errorf("%d results of %d", n, 2*len(list))
	}
	for line := range strings.Lines(string(out)) {
		name, end, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mended := name[0] == 'q'; mended != (end == "true") || end == "false" || strings.HasPrefix(end, "runtime error") {
			t.Errorf("%s: %s", name, end)
		}
	}
}
