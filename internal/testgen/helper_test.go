package testgen

import (
	"context"
	"fmt"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/oracle"
	"nearmiss/internal/testdir"
)

// shape describes a Go type as package input does. Results may hold errors
// and interfaces.
func shape(t types.Type, seen map[types.Type]*input.Type) *input.Type {
	return choices{}.shape(t, seen)
}

func basicShape(b *types.Basic) (input.Kind, int) {
	sizes := map[types.BasicKind]int{types.Int8: 8, types.Int16: 16, types.Int32: 32, types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Float32: 32, types.Complex128: 128}
	bits := 64
	if n, ok := sizes[b.Kind()]; ok {
		bits = n
	}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return input.Bool, 0
	case info&types.IsString != 0:
		return input.String, 0
	case info&types.IsUnsigned != 0:
		return input.Uint, bits
	case info&types.IsInteger != 0:
		return input.Int, bits
	case info&types.IsComplex != 0:
		return input.Complex, bits
	}
	return input.Float, bits
}

func funcNamed(t *testing.T, pkg *load.Package, name string) *types.Func {
	t.Helper()
	decl, err := load.FindFunc(pkg, name)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Info.Defs[decl.Name].(*types.Func)
}

// signature is the shape of a function; globals are package variables that
// are inputs and are reported after the call.
func signature(obj *types.Func, name string, globals []string) input.Signature {
	return choices{}.signature(obj, name, globals)
}

func (c choices) signature(obj *types.Func, name string, globals []string) input.Signature {
	seen := map[types.Type]*input.Type{}
	sig := obj.Signature()
	s := input.Signature{Name: name, Variadic: sig.Variadic()}
	plain, outcomes := map[types.Type]*input.Type{}, c.outcomes()
	mayChange := func(f input.Field, gt types.Type) {
		_, isInterface := gt.Underlying().(*types.Interface)
		switch gt.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
			if isInterface && outcomes[gt.String()] == nil {
				return
			}
			s.After = append(s.After, input.Field{Name: f.Name, Type: outcomes.shape(gt, plain)})
		}
	}
	if r := sig.Recv(); r != nil {
		s.Recv = &input.Field{Name: r.Name(), Type: c.shape(r.Type(), seen)}
		mayChange(*s.Recv, r.Type())
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		s.Params = append(s.Params, input.Field{Name: p.Name(), Type: c.shape(p.Type(), seen)})
		mayChange(s.Params[i], p.Type())
	}
	for _, g := range globals {
		f := input.Field{Name: g, Type: shape(obj.Pkg().Scope().Lookup(g).Type(), seen)}
		s.Globals = append(s.Globals, f)
		s.After = append(s.After, f)
	}
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		out := outcomes.shape(r.Type(), plain)
		if u, ok := r.Type().Underlying().(*types.Chan); ok {
			out = &input.Type{Kind: input.ChannelContents, Go: out.Go, Elem: shape(u.Elem(), plain), Origin: r.Type()}
		}
		s.Results = append(s.Results, input.Field{Name: r.Name(), Type: out})
	}
	return s
}

// words reads numbers, floats (with a point or exponent), nan, inf, -0f,
// characters, cut, and strings, which become their length and their bytes.
func words(t *testing.T, text string) []uint64 {
	t.Helper()
	out := []uint64{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' || text[0] == '\'' {
			var s scanner.Scanner
			s.Init(strings.NewReader(text))
			s.Scan()
			tok := s.TokenText()
			text = text[len(tok):]
			if tok[0] == '\'' {
				r, _, _, _ := strconv.UnquoteChar(tok[1:], '\'')
				out = append(out, uint64(r))
				continue
			}
			str, err := strconv.Unquote(tok)
			if err != nil {
				t.Fatal(err)
			}
			if rest, ok := strings.CutPrefix(text, "*"); ok {
				n, rest2, _ := strings.Cut(rest, " ")
				k, _ := strconv.Atoi(n)
				str, text = strings.Repeat(str, k), rest2
			}
			out = append(out, uint64(len(str)))
			for i := range len(str) {
				out = append(out, uint64(str[i]))
			}
			continue
		}
		var tok string
		tok, text, _ = strings.Cut(text, " ")
		out = append(out, word(t, tok))
	}
	return out
}

func word(t *testing.T, tok string) uint64 {
	t.Helper()
	switch tok {
	case "nan":
		return math.Float64bits(math.NaN())
	case "inf":
		return math.Float64bits(math.Inf(1))
	case "-0f":
		return 1 << 63
	case "cut":
		return input.Cut
	}
	if n, err := strconv.ParseInt(tok, 0, 64); err == nil {
		return uint64(n)
	}
	if n, err := strconv.ParseUint(tok, 0, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(tok, 64)
	if err != nil {
		t.Fatalf("no word: %q", tok)
	}
	return math.Float64bits(f)
}

// emit prepares a package for one suite, whose cases have the order of the tests.
func emit(pkg *load.Package, funcs []Func, h Header) (*Suite, error) {
	p, err := Prepare(pkg, h)
	if err != nil {
		return nil, err
	}
	return p.Emit(InOrder(funcs))
}

// parseCases reads the cases of a test:
//
//	func NAME [globals…]
//	case WORDS => WORDS [; WORDS after the call]
//	case WORDS => panic TEXT | runtime TEXT | opaque
//	cover file.go:1:2/T CONDITION
//	mute result 0 WHY
func parseCases(t *testing.T, pkg *load.Package, text string) []Func {
	t.Helper()
	return choices{}.cases(t, pkg, text)
}

func (c choices) cases(t *testing.T, pkg *load.Package, text string) []Func {
	t.Helper()
	var funcs []Func
	n := 0
	for _, line := range strings.Split(text, "\n") {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "":
		case "func":
			fields := strings.Fields(rest)
			obj := funcNamed(t, pkg, fields[0])
			funcs = append(funcs, Func{Obj: obj, Sig: c.signature(obj, fields[0], fields[1:])})
		case "case":
			f := &funcs[len(funcs)-1]
			one := parseCase(t, withSentinels(t, pkg, rest))
			one.ID = n
			n++
			f.Cases = append(f.Cases, one)
		case "cover":
			f := &funcs[len(funcs)-1]
			last := &f.Cases[len(f.Cases)-1]
			branch, cond, _ := strings.Cut(rest, " ")
			last.Covers = append(last.Covers, Cover{Branch: branch, Cond: cond, Outcome: strings.HasSuffix(branch, "/T")})
		case "mute":
			f := &funcs[len(funcs)-1]
			last := &f.Cases[len(f.Cases)-1]
			w, rest, _ := strings.Cut(rest, " ")
			n, why, _ := strings.Cut(rest, " ")
			index, _ := strconv.Atoi(n)
			id := map[string]oracle.ID{"result": {}, "after": {Part: oracle.After}, "text": {Part: oracle.Panic}, "error": {Level: oracle.Message}}[w]
			id.Index = index
			last.Silenced = append(last.Silenced, oracle.Silenced{ID: id, Why: why})
		default:
			t.Fatalf("no verb: %q", line)
		}
	}
	return funcs
}

// sentinelName matches an error with a name: is:ErrBad, is:io.EOF.
var sentinelName = regexp.MustCompile(`\bis:[\w.]+`)

// withSentinels puts the word of an outcome in place of each sentinel.
func withSentinels(t *testing.T, pkg *load.Package, text string) string {
	return sentinelName.ReplaceAllStringFunc(text, func(s string) string {
		i := slices.IndexFunc(harness.Sentinels(pkg), func(v *types.Var) bool {
			return s == "is:"+v.Name() || s == "is:"+v.Pkg().Name()+"."+v.Name()
		})
		if i < 0 {
			t.Fatalf("no sentinel %s", s)
		}
		return strconv.Itoa(input.ErrorIs + 2*i)
	})
}

func parseCase(t *testing.T, text string) Case {
	t.Helper()
	in, out, _ := strings.Cut(text, "=>")
	c := Case{Vector: words(t, in)}
	out = strings.TrimSpace(out)
	verb, rest, _ := strings.Cut(out, " ")
	switch verb {
	case "panic":
		c.Outcome.Panic, c.Outcome.Text = PanicText, rest
	case "runtime":
		c.Outcome.Panic, c.Outcome.Text = PanicRuntime, "runtime error: "+rest
	case "opaque":
		c.Outcome.Panic = PanicOpaque
	default:
		results, after, ok := strings.Cut(out, ";")
		c.Outcome.Results = words(t, results)
		if ok {
			c.Outcome.After = words(t, after)
		}
	}
	return c
}

// module writes files into a new module and loads its root package.
func module(t *testing.T, files map[string]string) *load.Package {
	t.Helper()
	dir := t.TempDir()
	if _, ok := files["go.mod"]; !ok {
		files["go.mod"] = "module example.com/p\n\ngo 1.21\n"
	}
	testdir.Write(t, dir, files)
	return loadOne(t, dir, ".")
}

func loadOne(t *testing.T, dir, pattern string) *load.Package {
	t.Helper()
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 {
		t.Fatal(fmt.Errorf("%d packages", len(pkgs)))
	}
	return pkgs[0]
}
