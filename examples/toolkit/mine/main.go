// Command mine is nearmiss with what package toolkit adds to it.
package main

import (
	"context"
	"os"

	_ "example.com/toolkit" // registers raw-sum, hill, newest, stubborn and halves
	"nearmiss/command"
)

func main() { os.Exit(command.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }
