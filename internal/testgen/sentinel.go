package testgen

import "go/types"

// sentinel returns the sentinel of an index that the worker reports, or nil if the file cannot name it.
func (f *file) sentinel(i int) *types.Var {
	list := f.sentinels()
	if i >= len(list) || f.external && !list[i].Exported() || f.try(func() { f.object(list[i]) }) != nil {
		return nil
	}
	return list[i]
}
