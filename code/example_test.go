package code_test

import (
	"fmt"
	"path"

	"nearmiss/code"
)

func Example() {
	tree := code.Call(code.Name("net/url", "Parse"), code.Arg(0))
	text := tree.Print(path.Base, func(part *code.Tree) (string, bool) {
		return `"https://example.org"`, part.Is(code.Argument)
	})
	fmt.Println(text)
	fmt.Println(tree)
	// Output:
	// url.Parse("https://example.org")
	// $(net/url).Parse($1)
}
