package testgen

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	goversion "go/version"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
)

// readChoice reads the number of an alternative, what it needs, and the calls
// that follow. The types of the parts are where the shapes come from.
func (d *decoder) readChoice(v *value) error {
	v.word = d.next()
	if v.word >= uint64(len(v.typ.Alts)) {
		return d.mismatch(v)
	}
	alt := v.alt()
	for _, f := range alt.Fields {
		kid, err := d.read(f.Type, origin(f.Type))
		if err != nil {
			return err
		}
		v.kids, v.names = append(v.kids, kid), append(v.names, f.Name)
	}
	v.null = alt.Make == "nil"
	if alt.Steps == nil {
		return nil
	}
	w := d.next()
	if w == 0 {
		return nil
	}
	n, err := d.length(w - 1)
	if err != nil {
		return err
	}
	for range n {
		step, err := d.read(alt.Steps.Elem, nil)
		if err != nil {
			return err
		}
		v.steps = append(v.steps, step)
	}
	return nil
}

// origin is the Go type that a shape was made from, nil if it is not known.
func origin(t *input.Type) types.Type {
	gt, _ := t.Origin.(types.Type)
	return gt
}

// alt is the alternative that a Choice took.
func (v *value) alt() *input.Alt { return &v.typ.Alts[v.word] }

// plain is what v is where v is a Choice of a value as it stands, else v.
func (v *value) plain() *value {
	for v.typ.Kind == input.Choice && v.alt().Make == "$1" && len(v.steps) == 0 {
		v = v.kids[0]
	}
	return v
}

// stepwise reports whether making v takes statements: calls on an object, or,
// where no helper can, a look at the error of a constructor.
func (f *file) stepwise(v *value) bool {
	return v.any(func(v *value) bool {
		return v.typ.Kind == input.Choice && (len(v.steps) > 0 || v.alt().Fails && !f.generics())
	})
}

// runs reports whether making v runs code of the package under test.
func (v *value) runs() bool {
	return v.any(func(v *value) bool { return v.typ.Kind == input.Choice && v.alt().Runs })
}

// generics reports whether the language version of the package has type
// parameters.
func (f *file) generics() bool {
	m := f.pkg.Module
	return m == nil || goversion.Compare("go"+cmp.Or(m.GoVersion, "1.16"), "go1.18") >= 0
}

// block collects the statements that make a value.
type block struct {
	lines  []string
	locals *locals
	name   string // for the next variable, if it is set
	test   string // the variable of type *testing.T
	fails  bool   // a statement needs it
}

// choice prints a value that is made in one of several ways. What takes
// statements becomes a variable of the block.
func (l *literals) choice(v *value) (string, error) {
	alt := v.alt()
	name := ""
	if l.block != nil {
		name, l.block.name = l.block.name, ""
	}
	text, err := l.made(v, alt, "")
	fails := alt.Fails && !l.generics()
	if alt.Fails && !fails {
		text = l.helper(must) + "(" + text + ")"
	}
	if err != nil || !fails && len(v.steps) == 0 {
		return text, err
	}
	if l.block == nil {
		panic("testgen: BUG: statements in an expression")
	}
	if alt.Make == "nil" {
		return "", fmt.Errorf("calls on nil cannot be written out")
	}
	if name == "" {
		name = variableName(v.gt)
	}
	if l.block.locals.taken(name) {
		name = name[:1]
	}
	name = l.block.locals.claim(name)
	if fails {
		l.block.fails = true
		l.block.say("%s, err := %s\nif err != nil {\n%s.Fatal(err)\n}", name, text, l.block.test)
	} else {
		l.block.say("%s := %s", name, text)
	}
	for _, s := range v.steps {
		call, err := l.made(s, s.alt(), name)
		if err != nil {
			return "", err
		}
		l.block.say("%s", call)
	}
	return name, nil
}

func (b *block) say(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

// made fills in the template of an alternative.
func (l *literals) made(v *value, alt *input.Alt, recv string) (string, error) {
	fill := input.Fill{Recv: recv}
	for _, k := range v.kids {
		print := l.argument
		if alt.Make == "$1" && isInterface(v.gt) {
			print = l.typed
		}
		text, err := print(k)
		if err != nil {
			return "", err
		}
		fill.Args = append(fill.Args, text)
	}
	if alt.Decl != "" {
		name, err := l.declare(alt)
		if err != nil {
			return "", err
		}
		fill.Type = name
	}
	return l.expand(withoutZeros(alt, v.kids), fill)
}

var fieldOfStub = regexp.MustCompile(`(?:[\pL_][\pL\pN_]*): \$([0-9]+)(, |\})`)

// withoutZeros is how an alternative is made, without the fields of a stub
// that stay zero.
func withoutZeros(alt *input.Alt, kids []*value) string {
	if !strings.HasPrefix(alt.Make, "&$T{") && !strings.HasPrefix(alt.Make, "$T{") {
		return alt.Make
	}
	template := fieldOfStub.ReplaceAllStringFunc(alt.Make, func(m string) string {
		parts := fieldOfStub.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[1])
		if n < 1 || n > len(kids) || !kids[n-1].zero() {
			return m
		}
		return strings.TrimPrefix(parts[2], ", ")
	})
	return strings.Replace(template, ", }", "}", 1)
}

func (l *literals) argument(v *value) (string, error) {
	text, _, err := l.expr(v, false)
	return text, err
}

func isInterface(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Interface)
	return ok
}

// typed prints v so that the expression itself has v's type.
func (l *literals) typed(v *value) (string, error) {
	text, err := l.argument(v)
	if err != nil || v.gt == nil || isInterface(v.gt) || l.says(v, text) {
		return text, err
	}
	typ, err := l.typeName(v.gt)
	if strings.ContainsAny(typ[:1], "*<") || strings.HasPrefix(typ, "func") {
		typ = "(" + typ + ")"
	}
	return typ + "(" + text + ")", err
}

// says reports whether the expression text, which prints v, has the type of v
// without being told.
func (l *literals) says(v *value, text string) bool {
	switch v.typ.Kind {
	case input.Bool:
		return types.Identical(v.gt, types.Typ[types.Bool])
	case input.String:
		return types.Identical(v.gt, types.Typ[types.String]) || strings.HasSuffix(text, ")") || token.IsIdentifier(text)
	case input.Int, input.Uint:
		_, err := fmt.Sscan(text, new(int))
		return types.Identical(v.gt, types.Typ[types.Int]) && err == nil || l.constantName(v) != ""
	case input.Float, input.Complex:
		return strings.HasSuffix(text, ")")
	case input.Choice:
		return !v.null
	}
	return text != "nil"
}

// declare returns the name of what an alternative declares at the top level
// of the file, once for each text.
func (f *file) declare(alt *input.Alt) (string, error) {
	if name, ok := f.declared[alt.Decl]; ok {
		return name, nil
	}
	if why := f.broken[alt.Decl]; why != "" {
		return "", fmt.Errorf("%s cannot be declared in its test: %s", alt.Name, why)
	}
	label := alt.Label
	if !token.IsIdentifier(label) {
		label = "stub"
	}
	name := f.scope.claim(label)
	text, err := f.expand(alt.Decl, input.Fill{Type: name})
	if err == nil {
		_, err = parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	}
	if err != nil {
		return "", err
	}
	f.declared[alt.Decl] = name
	f.decls = append(f.decls, topDecl{name: name, text: text, key: alt.Decl})
	return name, nil
}

// topDecl is a declaration beside the tests.
type topDecl struct{ name, text, key string }

// declSource returns the declarations that body uses.
func (f *file) declSource(used map[string]bool) string {
	var b strings.Builder
	for _, d := range f.decls {
		if used[d.name] {
			b.WriteString("\n" + strings.TrimSpace(d.text) + "\n")
		}
	}
	return b.String()
}

var packageName = regexp.MustCompile(`\$\(([^()]*)\)\.([\pL_][\pL\pN_]*)`)

// expand fills in a template for this file. Of the package under test an
// external file sees what is exported; the bridge exports the rest.
func (f *file) expand(template string, fill input.Fill) (string, error) {
	var failed error
	if f.external {
		template = packageName.ReplaceAllStringFunc(template, func(m string) string {
			parts := packageName.FindStringSubmatch(m)
			if !f.isOwn(parts[1]) || token.IsExported(parts[2]) {
				return m
			}
			obj := f.pkg.Types.Scope().Lookup(parts[2])
			if obj == nil {
				failed = fmt.Errorf("there is no %s in the package", parts[2])
				return m
			}
			text, err := f.bridge.object(obj)
			if err != nil {
				failed = err
			}
			return text
		})
	}
	if failed != nil {
		return "", failed
	}
	fill.Package = f.qualifier
	return input.Expand(template, fill), nil
}

func (f *file) isOwn(path string) bool {
	return path == f.pkg.Types.Path() || path == f.pkg.ImportPath
}

// qualifier is what stands before the names of a package in this file.
func (f *file) qualifier(path string) string {
	if f.isOwn(path) {
		return strings.TrimSuffix(f.own(), ".")
	}
	return f.use(importPath(path), f.nameOf(path))
}

// nameOf is the name of the package with an import path, as far as the
// package under test leads to it.
func (f *file) nameOf(path string) string {
	seen := map[*types.Package]bool{}
	var find func(*types.Package) string
	find = func(p *types.Package) string {
		if importPath(p.Path()) == importPath(path) {
			return p.Name()
		}
		seen[p] = true
		for _, q := range p.Imports() {
			if !seen[q] {
				if name := find(q); name != "" {
					return name
				}
			}
		}
		return ""
	}
	if name := find(f.pkg.Types); name != "" {
		return name
	}
	parts := strings.Split(path, "/")
	if last := parts[len(parts)-1]; len(parts) > 1 && version.MatchString(last) {
		return parts[len(parts)-2]
	}
	return baseName(path)
}

var version = regexp.MustCompile(`^v[0-9]+$`)

// variableName is what a variable of type t may be called.
func variableName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		name := n.Obj().Name()
		return strings.ToLower(name[:1]) + name[1:]
	}
	return "v"
}

// made is how one value of an input is made: an expression, and the
// statements before it.
type made struct {
	before []string
	expr   string
	fails  bool
}

// make prints v as a value of its own, whose last variable may go by name.
func (l *literals) make(v *value, name, test string) (made, error) {
	l.block = &block{locals: l.scope.locals(), name: name, test: test}
	defer func() { l.block = nil }()
	l.block.locals.used[test] = true
	text, _, err := l.expr(v, false)
	return made{before: l.block.lines, expr: text, fails: l.block.fails}, err
}

// function is m as the body of a function that returns it.
func (m made) function(head string) string {
	if len(m.before) == 0 {
		return head + " { return " + m.expr + " }"
	}
	return head + " {\n" + strings.Join(m.before, "\n") + "\nreturn " + m.expr + "\n}"
}

// column returns the type and the cells of an input in the table. If some row
// takes statements, the column holds functions that run them: when its
// subtest does, so that what goes wrong is that row's business.
func (in *inputField) column(p *plan) (typ string, cells []string, err error) {
	if typ, err = p.typeName(in.gt); err != nil {
		return "", nil, err
	}
	list := make([]made, len(in.values))
	fails, built := false, in.built(p)
	for i, v := range in.values {
		if list[i], err = p.lit.make(v, in.field, p.local("t")); err != nil {
			return "", nil, err
		}
		fails = fails || list[i].fails
	}
	if !built {
		for _, m := range list {
			cells = append(cells, m.expr)
		}
		return typ, cells, nil
	}
	in.fails = fails
	head := "func() " + typ
	if fails {
		head = "func(" + p.local("t") + " *" + p.std("testing") + ".T) " + typ
	}
	for _, m := range list {
		cells = append(cells, m.function(head))
	}
	return strings.Replace(head, "("+p.local("t")+" *", "(*", 1), cells, nil
}

// built reports whether the table holds functions that make the input.
func (in *inputField) built(p *plan) bool {
	return slices.ContainsFunc(in.values, func(v *value) bool { return p.stepwise(v) || p.fn.late && v.runs() || p.changesState(v) })
}

// at is the input in the body of a test.
func (p *plan) at(in *inputField) string {
	if in.built(p) {
		if in.local == "" {
			p.local("t")
			in.local = p.locals.claim(in.field)
		}
		return in.local
	}
	return p.tt() + "." + in.field
}

// buildInputs makes the inputs that the table holds functions for.
func (p *plan) buildInputs() string {
	var b strings.Builder
	for _, in := range p.inputs {
		if in.built(p) {
			arg := ""
			if in.fails {
				arg = p.local("t")
			}
			fmt.Fprintf(&b, "%s := %s.%s(%s)\n", p.at(in), p.tt(), in.field, arg)
		}
	}
	return b.String()
}
