// Command nearmiss generates tests for Go functions by search-based testing and symbolic
// execution. The command nearmiss help prints its usage. Package nearmiss/command implements it.
package main

import (
	"context"
	"os"

	"nearmiss/command"
)

func main() { os.Exit(command.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }
