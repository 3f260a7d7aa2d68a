package harness

import (
	"fmt"
	"go/types"

	"nearmiss/internal/syntax"
)

// snapshotReaches reports whether the snapshot of a value of type from may contain values of type
// to inside it: also behind pointers if pointers is set.
func (g *generator) snapshotReaches(from, to types.Type, pointers bool) bool {
	parts := func(t types.Type) []types.Type { return g.partsOf(t, pointers) }
	return containsType(syntax.Reach(parts, parts(from)...), to)
}

// partsOf returns the types of the elements, of the fields and, if pointers is set, of the pointer
// targets that the snapshot of a value of type t saves.
func (g *generator) partsOf(t types.Type, pointers bool) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Map:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Pointer:
		if pointers && g.restoresTarget(u.Elem()) {
			return []types.Type{u.Elem()}
		}
	case *types.Struct:
		var list []types.Type
		for i := range u.NumFields() {
			if f := u.Field(i); g.inSnapshot(f) {
				list = append(list, f.Type())
			}
		}
		return list
	}
	return nil
}

// inSnapshot reports whether a field is part of its struct's snapshot.
func (g *generator) inSnapshot(f *types.Var) bool {
	return f.Name() != "_" && g.c.isVisible(f) && g.c.unwritable(f.Type()) == "" && g.c.canSave(f.Type())
}

// cyclicSnap is snapBody for a pointer that may lead back to itself, as in lists and trees. The
// target is saved with the first pointer to it that is visited.
func (g *generator) cyclicSnap(t, elem types.Type) (fields, save, restore string) {
	n := g.snapshots.numbers.At(t).(int)
	g.usesUnsafe = true
	g.snapshots.rings = append(g.snapshots.rings, n)
	e := g.snapType(elem)
	fields = fmt.Sprintf("h %s\ne *%s\n", g.goType(t), e)
	save = fmt.Sprintf(`zznms.h, zznms.e = *zznmv, nil
zznmp := zznmunsafe.Pointer(*zznmv)
if zznmp == nil || zznmSeen%[1]d[zznmp] {
return
}
if zznmSeen%[1]d == nil {
zznmSeen%[1]d = map[zznmunsafe.Pointer]bool{}
}
zznmSeen%[1]d[zznmp] = true
zznms.e = new(%[2]s)
%[3]s`, n, e, g.copyStmt("Save", elem, "(*zznms.e)", "(**zznmv)"))
	restore = fmt.Sprintf("*zznmv = zznms.h\nif zznms.e != nil {\n%s}\n", g.copyStmt("Rest", elem, "(**zznmv)", "(*zznms.e)"))
	return fields, save, restore
}
