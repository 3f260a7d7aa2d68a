package load_test

import (
	"context"
	"fmt"
	"log"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// Find a function by the name a user gives it.
func Example() {
	pattern, name, err := load.ParseName("bytes.(*Buffer).ReadBytes")
	if err != nil {
		log.Fatal(err)
	}
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, pattern)
	if err != nil {
		log.Fatal(err)
	}
	decl, err := load.FindFunc(pkgs[0], name)
	fmt.Println(pkgs[0].ImportPath, cfg.FuncName(decl), err)
	_, err = load.FindFunc(pkgs[0], "(*Buffer).ReadByts")
	fmt.Println(err)
	// Output:
	// bytes (*Buffer).ReadBytes <nil>
	// package bytes has no function (*Buffer).ReadByts; did you mean (*Buffer).ReadByte or (*Buffer).ReadBytes or (*Buffer).UnreadByte?
}
