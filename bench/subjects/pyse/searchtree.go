package pyse

// BuildTree puts the numbers of the list into a binary search tree, one after
// the other, and returns its height. Each level on the way down takes one
// comparison, so sorted lists take n(n-1)/2.
func BuildTree(list []int) int { return build(list).height() }

// node is the root of a tree: lesser keys are on the left, others on the right.
type node struct {
	key         int
	left, right *node
}

func build(list []int) *node {
	var root *node
	for _, key := range list {
		at := &root
		for *at != nil {
			if key < (*at).key {
				at = &(*at).left
			} else {
				at = &(*at).right
			}
		}
		*at = &node{key: key}
	}
	return root
}

func (n *node) height() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.height(), n.right.height())
}
