package harness

import (
	"go/types"

	"nearmiss/input"
)

// mentionDepth is the greatest number of calls between a function and a callee whose mentioned
// types count as types that the function mentions. maxMentions is the most types that count.
const (
	mentionDepth = 3
	maxMentions  = 40
)

// contextOf returns the types that fn, and the functions of the package up to mentionDepth calls
// away, mention in type switches and assertions: the first maxMentions, those of fn
// first. It returns nil if they mention none.
func (c *Coder) contextOf(fn *types.Func) *mentionedTypes {
	mentions := c.typeMentions()
	var list []types.Type
	seen := map[types.Object]bool{fn: true}
	for level, depth := []types.Object{fn}, 0; len(level) > 0 && depth <= mentionDepth; depth++ {
		var next []types.Object
		for _, f := range level {
			for _, t := range mentions.byFunc[f] {
				if !containsType(list, t) {
					list = append(list, t)
				}
			}
			for _, g := range c.vars().calls(f) {
				if !seen[g] {
					seen[g] = true
					next = append(next, g)
				}
			}
		}
		level = next
	}
	if len(list) == 0 {
		return nil
	}
	return &mentionedTypes{mentioned: list[:min(len(list), maxMentions)]}
}

// anyAlts returns the alternatives for an empty interface, each for a dynamic type, and how many
// more were left out. Of an argument, further types are rare.
func (c *Coder) anyAlts(where altContext) (list []input.Alt, cut int) {
	mentions := c.typeMentions().all
	inspected := c.inspectedTypes()
	most, first := maxFieldAlts+1, min(len(inspected), 1)
	if where == asArgument {
		most, first = maxAlts, min(len(inspected), 3)
		if c.smallStruct() != nil {
			first++
		}
	}
	if c.context != nil {
		mentions = c.context.mentioned
		most = max(most, 2+min(len(mentions), 2*maxAlts))
	}
	most += first
	for _, t := range append([]types.Type{types.Typ[types.Int], types.Typ[types.String]}, inspected[:first]...) {
		list = append(list, c.dynamicValueAlts(t)...)
	}
	var more []input.Alt
	for _, t := range mentions {
		if len(more) < 2*maxAlts {
			more = join(more, c.dynamicValueAlts(t))
		}
	}
	for _, t := range append([]types.Type{types.Typ[types.Float64], types.Typ[types.Bool], types.NewSlice(types.Typ[types.Int])}, inspected[first:]...) {
		more = join(more, c.dynamicValueAlts(t))
	}
	list = join(list, more)
	if where == asArgument {
		for i := most - 1; i < len(list); i++ {
			list[i].Rare = true
		}
		most = max(most, 2*maxAlts+first)
	}
	cut = max(len(list)-most+1, 0)
	return list[:len(list)-cut], cut
}

// inspectedTypes returns dynamic types of kinds that code distinguishes by reflection, the most
// useful first: code that fills in a value needs a pointer. It returns nil if the package does not
// import package reflect.
func (c *Coder) inspectedTypes() []types.Type {
	if c.pkg.Imports["reflect"] == nil && c.pkg.ImportPath != "reflect" {
		return nil
	}
	record := c.taggedStruct()
	list := []types.Type{types.NewPointer(record)}
	if small := c.smallStruct(); small != nil { // first, as code accepts it more often
		list = []types.Type{types.NewPointer(small), types.NewPointer(record)}
	}
	return append(list,
		types.NewMap(types.Typ[types.String], types.Typ[types.Int]),
		types.NewPointer(types.Typ[types.Int]),
		types.NewPointer(types.Typ[types.String]),
		record,
		types.NewPointer(types.NewSlice(types.Typ[types.String])),
		types.Typ[types.Uint8],
	)
}

// field returns a field of a struct that a test declares.
func (c *Coder) field(name string, t types.Type) *types.Var {
	return types.NewField(0, c.pkg.Types, name, t, false)
}

// smallStruct returns a struct type with a number and a text, and tags without options, nil if the package reads no tags.
func (c *Coder) smallStruct() types.Type {
	tags := c.tagsOf(2, func(int) string { return "" })
	if tags == nil {
		return nil
	}
	return types.NewStruct([]*types.Var{c.field("A", types.Typ[types.Int]), c.field("B", types.Typ[types.String])}, tags)
}

// taggedStruct returns a struct type with fields of several types. The fields have tags if the
// package reads struct tags.
func (c *Coder) taggedStruct() types.Type {
	field := c.field
	fields := []*types.Var{
		field("A", types.Typ[types.Int]),
		field("B", types.Typ[types.String]),
		field("C", types.NewSlice(types.Typ[types.Float64])),
	}
	if tags := c.structTags(len(fields)); tags != nil {
		inner := types.NewStruct([]*types.Var{field("X", types.Typ[types.Int]), field("Y", types.Typ[types.Bool])}, c.structTags(2))
		fields = append(fields,
			field("D", types.NewPointer(types.Typ[types.Int])),
			field("E", inner),
			field("F", types.NewMap(types.Typ[types.String], types.Typ[types.String])),
			field("G", types.NewSlice(inner)),
			field("H", types.Typ[types.Uint8]),
		)
	}
	return types.NewStruct(fields, c.structTags(len(fields)))
}
