//go:build !linux

package command

import "github.com/rogpeppe/go-internal/testscript"

type scene struct{}

type sceneKey struct{}

func cmdScene(ts *testscript.TestScript, neg bool, args []string) { ts.Fatalf("for Linux") }

func cmdUnharmed(ts *testscript.TestScript, neg bool, args []string) { ts.Fatalf("for Linux") }

func withoutLandlock() { nearmiss() }
