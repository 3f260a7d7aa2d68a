// Package subject has state in every shape that functions may change.
package subject

import "fmt"

type item struct {
	name string
	tags []string
	next *item
	back **item
}

type tree struct {
	n           int
	left, right *tree
	kids        []*tree
	index       map[string]*tree
}

type forest []forest

type graph map[string]*node

type node struct {
	hits int
	to   graph
	held [2]*node
}

type box struct {
	in   *inner
	list [][]int
}

type inner struct{ m map[string]map[string]int }

var (
	registry = map[string]map[string]int{"a": {"b": 1}, "c": nil}
	lists    = [][]int{{1, 2}, {3}}
	held     = &box{&inner{map[string]map[string]int{"x": {"y": 1}}}, [][]int{{7}}}
	first    = &item{name: "first", tags: []string{"t"}, next: &item{name: "second", next: &item{name: "third"}}}
	circle   = &item{name: "circle"}
	root     = &tree{n: 1, left: &tree{n: 2, left: &tree{n: 3}}, kids: []*tree{{n: 4, kids: []*tree{{n: 5}}}}, index: map[string]*tree{"six": {n: 6}}}
	woods    = forest{{}, {{}}}
	routes   = graph{}
	plain    tree
	counts   [3]struct{ n []int }
	name     = "name"
	flags    = map[[2]int]bool{{1, 2}: true}
)

func init() {
	circle.next = circle
	circle.back = &circle.next
	a, b := &node{to: graph{}}, &node{to: graph{}}
	routes["a"], routes["b"] = a, b
	a.to["b"], b.to["a"] = b, a
	a.held = [2]*node{a, b}
	plain.left = &tree{n: 9}
	counts[1].n = []int{1}
}

// Digest says all that can be seen of the state.
func Digest() string {
	s := fmt.Sprint(registry, lists, held.in.m, held.list, name, flags, counts, len(woods), len(woods[1]))
	for i, n := first, 0; i != nil && n < 9; i, n = i.next, n+1 {
		s += " " + i.name + fmt.Sprint(i.tags)
	}
	s += fmt.Sprint(" ", circle.name, circle.next == circle, *circle.back == circle)
	s += look(root, 0) + look(&plain, 0)
	for _, k := range []string{"a", "b"} {
		r := routes[k]
		s += fmt.Sprint(" ", r.hits, len(r.to), len(routes))
	}
	return s + fmt.Sprint(routes["a"].held[1] == routes["b"], routes["a"].to["b"] == routes["b"])
}

func look(t *tree, depth int) string {
	if t == nil || depth > 9 {
		return "."
	}
	s := fmt.Sprint(" ", t.n, look(t.left, depth+1), look(t.right, depth+1), len(t.index))
	for _, k := range t.kids {
		s += look(k, depth+1)
	}
	if six := t.index["six"]; six != nil {
		s += look(six, depth+1)
	}
	return s
}

func Maps(k string, n int) {
	registry["a"]["b"] += n
	registry[k] = map[string]int{k: n}
	delete(registry, "c")
	held.in.m["x"]["y"]--
	held.in = &inner{}
	flags[[2]int{n, n}] = true
	name += k
}

func Slices(n int) {
	lists[0][1] = n
	lists[1] = append(lists[1], n)
	lists = lists[:1]
	held.list[0][0] = n
	counts[1].n[0] = n
	counts[2].n = []int{n}
	woods[1] = append(woods[1], forest{})
}

func Lists(s string) {
	first.next.next.name = s
	first.tags[0] = s
	first.next = first.next.next
	first.next.next = first
	first = &item{next: first}
	circle.name = s
	circle.next = &item{}
	*circle.back = first
}

func Trees(n int) {
	root.left.left.n = n
	root.kids[0].kids[0].n = n
	root.kids[0].kids = append(root.kids[0].kids, root)
	root.index["six"].n = n
	root.index["seven"] = root
	root.left.left = root.kids[0]
	plain.left.n = n
	plain.right = &plain
}

func Graphs(n int) {
	routes["a"].to["b"].hits += n
	routes["b"].held[0] = routes["a"]
	routes["a"].held[1] = nil
	routes["c"] = &node{}
	delete(routes["a"].to, "b")
	delete(routes, "b")
	routes["b"] = &node{}
}
