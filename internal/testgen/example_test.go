package testgen_test

import (
	"context"
	"fmt"
	"go/types"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

func ExamplePrepared_Emit() {
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, "nearmiss/examples/triangle")
	if err != nil {
		fmt.Println(err)
		return
	}
	classify := pkgs[0].Types.Scope().Lookup("Classify").(*types.Func)
	side := &input.Type{Kind: input.Int, Bits: 64, Go: "int", Origin: types.Typ[types.Int]}
	kind := &input.Type{Kind: input.Int, Bits: 64, Go: "Kind", Origin: classify.Signature().Results().At(0).Type()}
	fn := testgen.Func{
		Obj: classify,
		Sig: input.Signature{
			Name:    "Classify",
			Params:  []input.Field{{Name: "a", Type: side}, {Name: "b", Type: side}, {Name: "c", Type: side}},
			Results: []input.Field{{Type: kind}},
		},
		Cases: []testgen.Case{{
			Vector:  input.Vector{1, 1, 1},
			Outcome: testgen.Outcome{Results: []uint64{3}},
			Covers:  []testgen.Cover{{Branch: "triangle.go:37:15/T", Cond: "b == c", Outcome: true}},
		}},
	}
	prepared, err := testgen.Prepare(pkgs[0], testgen.Header{Seed: 1, Command: "nearmiss cover -w ."})
	if err != nil {
		fmt.Println(err)
		return
	}
	suite, err := prepared.Emit([]testgen.Func{fn})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", suite.Files[0].Data)
	// Output:
	// // Tests written by nearmiss. Edits are kept: another call adds tests.
	// //
	// // Seed 1: nearmiss cover -w .
	//
	// package triangle
	//
	// import "testing"
	//
	// func TestClassifyBranches(t *testing.T) {
	// 	// triangle.go:37:15/T
	// 	t.Run("b equals c", func(t *testing.T) {
	// 		if got := Classify(1, 1, 1); got != Equilateral {
	// 			t.Errorf("Classify(1, 1, 1) = %v, want Equilateral", got)
	// 		}
	// 	})
	// }
}
