// Nearmiss writes tests for Go functions by search. Its usage is what nearmiss help
// prints, and the documentation of package nearmiss/command.
package main

import (
	"context"
	"os"

	"nearmiss/command"
)

func main() { os.Exit(command.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }
