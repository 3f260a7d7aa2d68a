package experiment

import "strings"

// FuncName shortens a package path and a function to base name and function.
func FuncName(pkg, fn string) string { return pkg[strings.LastIndex(pkg, "/")+1:] + "." + fn }
