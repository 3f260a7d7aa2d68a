package harness

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/code"
	"nearmiss/internal/syntax"
)

// whyUnsaved returns the reason that a variable cannot be restored between runs, or "".
func (c *Coder) whyUnsaved(v *types.Var) string {
	if !c.canSave(v.Type()) {
		return "holds what must not be copied"
	}
	return c.unwritable(v.Type())
}

// canSave reports whether a value of type t, or at least a part of it, can be restored: of a struct, even
// if other fields must not be copied.
func (c *Coder) canSave(t types.Type) bool {
	return !holdsLock(t) || Atomic(t) != nil || !isLock(t) && syntax.AnyField(t, func(f *types.Var) bool { return f.Name() != "_" && c.isVisible(f) && c.canSave(f.Type()) })
}

// Atomic returns the type of the value in a scalar of sync/atomic such as atomic.Int64, which is
// restored by Load and Store. It returns nil for other types.
func Atomic(t types.Type) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync/atomic" {
		return nil
	}
	if b, ok := types.Universe.Lookup(strings.ToLower(n.Obj().Name())).(*types.TypeName); ok {
		return b.Type()
	}
	return nil
}

// isLock reports whether t is a type of package sync or sync/atomic, or marks structs that must
// not be copied.
func isLock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "sync", "sync/atomic", "internal/sync", "internal/runtime/atomic":
		_, isInterface := t.Underlying().(*types.Interface)
		return !isInterface
	}
	return strings.EqualFold(n.Obj().Name(), "nocopy")
}

// holdsLock reports whether a value of t must not be copied.
func holdsLock(t types.Type) bool {
	if isLock(t) {
		return true
	}
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(syntax.Inside(t), holdsLock)
	}
	return false
}

// snapshots numbers the types for which saving takes more than an assignment.
type snapshots struct {
	numbers typeutil.Map // types.Type → int
	stack   []types.Type // types around the type being written
	text    strings.Builder
}

// writeSnapshots writes ZzNearmissSave and ZzNearmissRestore.
func (g *generator) writeSnapshots(vars []*types.Var, settings []Setting) {
	once := g.c.vars().fresh()
	if len(vars) == 0 && len(settings) == 0 && len(once) == 0 {
		g.printf("// No function of the package changes a variable of it.\nvar (\nZzNearmissSave func()\nZzNearmissRestore func(bool)\n)\n\n")
		return
	}
	var decls, save, restore strings.Builder
	decls.WriteString("// zznmSeen holds the pointers whose targets are saved.\nvar zznmSeen map[interface{}]bool\n")
	save.WriteString("zznmSeen = map[interface{}]bool{}\n")
	for i, v := range vars {
		name := fmt.Sprintf("zznmVar%d", i)
		if g.c.vars().pointsTo[v] != nil { // its target is saved with another variable
			fmt.Fprintf(&decls, "var %s %s\n", name, g.goType(v.Type()))
			fmt.Fprintf(&save, "%s = %s\n", name, g.variable(v))
			fmt.Fprintf(&restore, "%s = %s\n", g.variable(v), name)
			continue
		}
		fmt.Fprintf(&decls, "var %s %s\n", name, g.snapType(v.Type()))
		save.WriteString(g.copyStmt("Save", v.Type(), name, g.variable(v)))
		restore.WriteString(g.copyStmt("Rest", v.Type(), g.variable(v), name))
	}
	save.WriteString("zznmSeen = nil\n")
	restore.WriteString("if zznmfresh {\n")
	for i, v := range once {
		fmt.Fprintf(&decls, "var zznmOnce%d %s\n", i, g.goType(v.Type()))
		fmt.Fprintf(&save, "zznmOnce%d = %s\n", i, g.variable(v))
		fmt.Fprintf(&restore, "%s = zznmOnce%d\n", g.variable(v), i)
	}
	restore.WriteString("}\n")
	decl, saveSettings, restoreSettings := g.writeSettings(settings)
	decls.WriteString(decl)
	save.WriteString(saveSettings)
	restore.WriteString(restoreSettings)
	g.printf("// ZzNearmissSave remembers the package's variables.\nfunc ZzNearmissSave() {\n%s}\n\n", save.String())
	g.printf("// ZzNearmissRestore puts the package's variables back; with fresh, those that a sync.Once sets, too.\nfunc ZzNearmissRestore(zznmfresh bool) {\n%s}\n\n%s\n%s", restore.String(), decls.String(), g.snapshots.text.String())
}

// variable returns the spelling of a package variable, and adds its import.
func (g *generator) variable(v *types.Var) string {
	return g.source(code.Name(g.c.sourcePath(v.Pkg()), v.Name()), "", "")
}

// goType returns the text of t in the generated file, and adds its imports.
func (g *generator) goType(t types.Type) string { return g.source(g.c.tree(t), "", "") }

// isPlain reports whether an assignment copies all parts of a t that are restored.
func (g *generator) isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return g.onStack(t) && g.containsItself(t)
	case *types.Pointer:
		return !g.restoresTarget(u.Elem())
	case *types.Struct:
		switch {
		case holdsLock(t):
			return false
		case g.onStack(t):
			return g.containsItself(t)
		}
		g.push(t)
		defer g.pop()
	}
	return !slices.ContainsFunc(g.partsOf(t), func(part types.Type) bool { return !g.isPlain(part) })
}

func (g *generator) push(t types.Type) { g.snapshots.stack = append(g.snapshots.stack, t) }
func (g *generator) pop()              { g.snapshots.stack = g.snapshots.stack[:len(g.snapshots.stack)-1] }

func (g *generator) onStack(t types.Type) bool {
	return containsType(g.snapshots.stack, t)
}

// restoresTarget reports whether the target of a pointer is restored too. A copy of a struct with
// fields that are not visible here might break an invariant of its package.
func (g *generator) restoresTarget(elem types.Type) bool {
	return g.c.unwritable(elem) == "" && g.c.canSave(elem) && !syntax.AnyField(elem, func(f *types.Var) bool { return !g.c.isVisible(f) })
}

// snapType returns the Go text of the type that holds a snapshot of a t.
func (g *generator) snapType(t types.Type) string {
	if g.isPlain(t) {
		return g.goType(t)
	}
	return fmt.Sprintf("zznmSnap%d", g.snapNumber(t))
}

// copyStmt returns the statement that saves (Save) or restores (Rest) a value of type t.
func (g *generator) copyStmt(how string, t types.Type, dst, src string) string {
	if g.isPlain(t) {
		return fmt.Sprintf("%s = %s\n", dst, src)
	}
	return fmt.Sprintf("zznm%s%d(&%s, &%s)\n", how, g.snapNumber(t), dst, src)
}

// snapNumber returns the number of the snapshot type of t. On first use it writes the type and the
// functions that save and restore it.
func (g *generator) snapNumber(t types.Type) int {
	if n, ok := g.snapshots.numbers.At(t).(int); ok {
		return n
	}
	n := g.snapshots.numbers.Len()
	g.snapshots.numbers.Set(t, n)
	g.push(t)
	fields, save, restore := g.snapBody(t)
	g.pop()
	text := g.goType(t)
	fmt.Fprintf(&g.snapshots.text, "type zznmSnap%d struct {\n%s}\n\n", n, fields)
	fmt.Fprintf(&g.snapshots.text, "func zznmSave%d(zznms *zznmSnap%d, zznmv *%s) {\n%s}\n\n", n, n, text, save)
	fmt.Fprintf(&g.snapshots.text, "func zznmRest%d(zznmv *%s, zznms *zznmSnap%d) {\n%s}\n\n", n, text, n, restore)
	return n
}

// snapBody returns the fields of a snapshot of t, and the statements that save and restore it.
// Slices, maps and pointers are restored in place: field h is the value itself, and the other
// fields its elements, entries or target. The target is saved with the first pointer to it that is
// visited, as pointers may lead back to themselves.
func (g *generator) snapBody(t types.Type) (fields, save, restore string) {
	if held := Atomic(t); held != nil {
		return "v " + held.String() + "\n", "zznms.v = zznmv.Load()\n", "zznmv.Store(zznms.v)\n"
	}
	text := g.goType(t)
	switch u := t.Underlying().(type) {
	case *types.Slice:
		e := u.Elem()
		fields = fmt.Sprintf("h %s\ne []%s\n", text, g.snapType(e))
		save = fmt.Sprintf("zznms.h = *zznmv\nzznms.e = make([]%s, len(*zznmv))\nfor zznmi := range zznms.e {\n%s}\n",
			g.snapType(e), g.copyStmt("Save", e, "zznms.e[zznmi]", "(*zznmv)[zznmi]"))
		restore = "*zznmv = zznms.h\n" + forLoop("zznms.e", g.copyStmt("Rest", e, "(*zznmv)[zznmi]", "zznms.e[zznmi]"))
		if g.isPlain(e) {
			restore = "*zznmv = zznms.h\ncopy(*zznmv, zznms.e)\n"
		}
	case *types.Map:
		e := u.Elem()
		fields = fmt.Sprintf("h %s\nk []%s\ne []%s\n", text, g.goType(u.Key()), g.snapType(e))
		save = fmt.Sprintf("zznms.h = *zznmv\nzznms.k, zznms.e = nil, make([]%s, 0, len(*zznmv))\nfor zznmk, zznmx := range *zznmv {\nvar zznmy %s\n%szznms.k = append(zznms.k, zznmk)\nzznms.e = append(zznms.e, zznmy)\n}\n",
			g.snapType(e), g.snapType(e), g.copyStmt("Save", e, "zznmy", "zznmx"))
		restore = fmt.Sprintf("*zznmv = zznms.h\nfor zznmk := range *zznmv {\ndelete(*zznmv, zznmk)\n}\nfor zznmi, zznmk := range zznms.k {\nvar zznmx %s\n%s(*zznmv)[zznmk] = zznmx\n}\n",
			g.goType(e), g.copyStmt("Rest", e, "zznmx", "zznms.e[zznmi]"))
	case *types.Pointer:
		e := u.Elem()
		fields = fmt.Sprintf("h %s\ne *%s\n", text, g.snapType(e))
		save = fmt.Sprintf("zznms.h, zznms.e = *zznmv, nil\nif *zznmv != nil && !zznmSeen[*zznmv] {\n"+
			"zznmSeen[*zznmv] = true\nzznms.e = new(%s)\n%s}\n", g.snapType(e), g.copyStmt("Save", e, "(*zznms.e)", "(**zznmv)"))
		restore = fmt.Sprintf("*zznmv = zznms.h\nif zznms.e != nil {\n%s}\n", g.copyStmt("Rest", e, "(**zznmv)", "(*zznms.e)"))
	case *types.Array:
		e := u.Elem()
		fields = fmt.Sprintf("e [%d]%s\n", u.Len(), g.snapType(e))
		save = forLoop("zznms.e", g.copyStmt("Save", e, "zznms.e[zznmi]", "(*zznmv)[zznmi]"))
		restore = forLoop("zznms.e", g.copyStmt("Rest", e, "(*zznmv)[zznmi]", "zznms.e[zznmi]"))
	case *types.Struct:
		return g.structSnap(u)
	default:
		panic("harness: BUG: no snapshot of " + t.String())
	}
	return fields, save, restore
}

func forLoop(over, body string) string {
	return fmt.Sprintf("for zznmi := range %s {\n%s}\n", over, body)
}

func (g *generator) structSnap(u *types.Struct) (fields, save, restore string) {
	for i := range u.NumFields() {
		f := u.Field(i)
		if !g.inSnapshot(f) {
			continue
		}
		at := fmt.Sprintf("zznms.f%d", i)
		fields += fmt.Sprintf("f%d %s\n", i, g.snapType(f.Type()))
		save += g.copyStmt("Save", f.Type(), at, "zznmv."+f.Name())
		restore += g.copyStmt("Rest", f.Type(), "zznmv."+f.Name(), at)
	}
	return fields, save, restore
}

// containsItself reports whether the snapshot of a value of type t may contain values of type t, not
// counting targets of pointers.
func (g *generator) containsItself(t types.Type) bool {
	return containsType(syntax.Reach(g.partsOf, g.partsOf(t)...), t)
}

// partsOf returns the types of the elements and fields that the snapshot of a value of type t saves.
func (g *generator) partsOf(t types.Type) (list []types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Map:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Struct:
		for f := range u.Fields() {
			if g.inSnapshot(f) {
				list = append(list, f.Type())
			}
		}
	}
	return list
}

// inSnapshot reports whether a field is part of its struct's snapshot.
func (g *generator) inSnapshot(f *types.Var) bool {
	return f.Name() != "_" && g.c.isVisible(f) && g.c.unwritable(f.Type()) == "" && g.c.canSave(f.Type())
}
