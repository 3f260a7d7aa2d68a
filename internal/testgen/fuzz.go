package testgen

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/value"
)

// FuzzFile is the name of the file that holds the fuzz targets.
const FuzzFile = "nearmiss_fuzz_test.go"

// Fuzzing is a set of fuzz targets, with the inputs of the functions' cases as seeds. A
// function has a target if the fuzzer can make all its parameters.
type Fuzzing struct {
	Suite   *Suite // the targets; Suite.Tests holds their names
	Seeds   []File // Name is a path relative to the directory of the tests
	Skipped []Dropped
}

// EmitFuzz writes a fuzz target for each function, with the inputs that returned as seeds. A
// target calls the function and fails if it panics. If the function panicked with a value
// other than a runtime error during the search, the target fails only on runtime errors.
func (p *Prepared) EmitFuzz(funcs []Func) (*Fuzzing, error) {
	s, f, _ := p.newSuite(false)
	z := &Fuzzing{Suite: s}
	var bodies []*piece
	for i := range funcs {
		target, name, seeds, err := p.fuzzTarget(f, &funcs[i], len(s.Funcs))
		if err != nil {
			z.Skipped = append(z.Skipped, Dropped{Func: funcs[i].Sig.Name, Reason: err.Error()})
			continue
		}
		bodies = append(bodies, target)
		z.Seeds = append(z.Seeds, seeds...)
		s.Tests, s.Funcs = append(s.Tests, name), append(s.Funcs, funcs[i])
	}
	if len(bodies) == 0 {
		return z, nil
	}
	free, bound := s.bind(f, bodies, map[string]bool{})
	return z, s.file(f, FuzzFile, "", append(free, bound...), nil, map[string]bool{})
}

// fuzzTarget makes the target of one function, number n of the suite.
func (p *Prepared) fuzzTarget(f *file, fn *Func, n int) (target *piece, name string, seeds []File, err error) {
	if why := p.unfuzzable(fn); why != "" {
		return nil, "", nil, errors.New(why)
	}
	name = f.scope.claim("Fuzz" + strings.TrimPrefix(TestStem(fn.Obj), "Test"))
	if seeds, err = seedFiles(fn, name); err != nil {
		return nil, "", nil, err
	}
	text, err := f.tryText(func() string { return fuzzText(f, fn, name) })
	if err == nil {
		target, err = f.marks.newPiece(text, Place{Func: n, Case: -1})
	}
	return target, name, seeds, err
}

// Without emits the targets again, without the failing targets in bad. The keys of bad are
// names of targets, its values the reasons.
func (z *Fuzzing) Without(bad map[string]string) (*Fuzzing, error) {
	var funcs []Func
	skipped := z.Skipped
	for i, fn := range z.Suite.Funcs {
		if why, ok := bad[z.Suite.Tests[i]]; ok {
			skipped = append(skipped, Dropped{Func: fn.Sig.Name, Reason: why})
		} else {
			funcs = append(funcs, fn)
		}
	}
	next, err := z.Suite.prepared.EmitFuzz(funcs)
	if err != nil {
		return nil, err
	}
	next.Skipped = append(skipped, next.Skipped...)
	return next, nil
}

// unfuzzable returns the reason why a function gets no fuzz target, or "".
func (p *Prepared) unfuzzable(fn *Func) string {
	sig := fn.Obj.Signature()
	switch {
	case sig.Recv() != nil:
		return "the fuzzer makes no receivers"
	case sig.TypeParams().Len() > 0:
		return "it has type parameters"
	case fn.Sig.Calls != nil:
		return "what it returns is called, too"
	case sig.Params().Len() == 0:
		return "it has no parameters"
	case len(fn.Sig.Globals) > 0:
		return "its package variables are inputs too"
	case p.external && !fn.Obj.Exported():
		return "it is not exported, and tests of this package stand outside it"
	case !slices.ContainsFunc(fn.Cases, returnsNormally):
		return "no input that returns was found"
	}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if why := fuzzable(t); why != "" {
			return why
		}
		if p.external && fuzzTypeName(t) != types.Unalias(t).String() {
			if n, ok := types.Unalias(t).(*types.Named); ok && !n.Obj().Exported() {
				return "the type of a parameter is not exported, and tests of this package stand outside it"
			}
		}
	}
	return ""
}

func returnsNormally(c Case) bool { return c.Outcome.Panic == Returned }

// seedFiles returns one corpus file for each distinct input that returned and fits everywhere.
func seedFiles(fn *Func, target string) ([]File, error) {
	var files []File
	for _, c := range fn.Cases {
		if !returnsNormally(c) {
			continue
		}
		d := &value.Decoder{Words: c.Vector}
		var values []*value.Value
		for _, p := range fn.Sig.Params {
			v, err := d.Read(p.Type)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		if slices.ContainsFunc(values, func(v *value.Value) bool { return v.AnyPart(isWide) }) {
			continue // where an int has 32 bits, the go command would refuse the file
		}
		f, err := corpusFile(values)
		if err != nil {
			return nil, err
		}
		f.Name = CorpusPath(target, f.Name)
		if !slices.ContainsFunc(files, func(g File) bool { return g.Name == f.Name }) {
			files = append(files, f)
		}
	}
	return files, nil
}

// fuzzText prints the fuzz target of one function.
func fuzzText(f *file, fn *Func, name string) string {
	sig := fn.Obj.Signature()
	locals := f.scope.locals()
	fuzz, t := locals.claim("f"), locals.claim("t")
	var params, args []string
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		local := v.Name()
		if !isOrdinaryName(local) {
			local = fmt.Sprintf("arg%d", i)
		}
		local = locals.claim(local)
		plain := fuzzTypeName(v.Type())
		params = append(params, local+" "+plain)
		arg := local
		if _, named := types.Unalias(v.Type()).(*types.Named); named {
			arg = f.convert(v.Type(), local)
		}
		args = append(args, arg)
	}
	if sig.Variadic() {
		args[len(args)-1] += "..."
	}
	callee := f.object(fn.Obj)
	var b strings.Builder
	testing := f.stdImport("testing")
	fmt.Fprintf(&b, "// %s calls %s, which must not panic", name, fn.Sig.Name)
	guard := ""
	if slices.ContainsFunc(fn.Cases, func(c Case) bool { return c.Outcome.Panic == PanicText || c.Outcome.Panic == PanicOpaque }) {
		b.WriteString(" except on purpose")
		r, fault := locals.claim("r"), locals.claim("fault")
		guard = fmt.Sprintf("defer func() {\n%[1]s := recover()\nif _, %[2]s := %[1]s.(%[3]s.Error); %[2]s {\npanic(%[1]s)\n}\n}()\n", r, fault, f.stdImport("runtime"))
	}
	fmt.Fprintf(&b, ".\nfunc %s(%s *%s.F) {\n%s.Fuzz(func(%s *%s.T, %s) {\n%s%s(%s)\n})\n}\n", name, fuzz, testing, fuzz, t, testing,
		strings.Join(params, ", "), guard, callee, strings.Join(args, ", "))
	return b.String()
}
