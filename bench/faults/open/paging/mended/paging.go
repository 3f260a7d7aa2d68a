// Package paging cuts lists into pages.
package paging

// Page returns the items of a page, which counts from zero; none if the list ends before.
func Page(items []string, page, size int) []string {
	if size < 1 || page < 0 || page > len(items)/size {
		return nil
	}
	start := page * size
	if start >= len(items) {
		return nil
	}
	rest := items[start:]
	if len(rest) > size {
		return rest[:size]
	}
	return rest
}
