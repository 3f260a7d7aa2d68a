package testgen

import (
	"crypto/sha256"
	"fmt"
	"go/types"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// corpusHead is the first line of a file of a fuzz corpus.
const corpusHead = "go test fuzz v1\n"

// fuzzable returns the reason why the fuzzer cannot make a value of type t, or "". The fuzzer
// makes predeclared types; a defined type with the same underlying type is converted.
func fuzzable(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsString|types.IsInteger|types.IsFloat) != 0 && u.Kind() != types.Uintptr {
			return ""
		}
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			return ""
		}
	}
	return "the fuzzer makes no " + types.TypeString(t, (*types.Package).Name)
}

// fuzzTypeName returns the predeclared type that the fuzzer makes for type t.
func fuzzTypeName(t types.Type) string {
	if b, ok := types.Unalias(t).(*types.Basic); ok {
		return b.Name() // the name byte, not uint8
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Name()
	}
	return "[]byte"
}

// CorpusFile returns the corpus file of an input of a function with parameters that the fuzzer makes.
func CorpusFile(sig *input.Signature, v input.Vector) (File, error) {
	d := &value.Decoder{Words: v}
	var values []*value.Value
	for _, p := range sig.Params {
		one, err := d.Read(p.Type)
		if err != nil {
			return File{}, err
		}
		values = append(values, one)
	}
	return corpusFile(values)
}

// corpusFile returns the corpus file of one input, with the text and the name that the go
// command would give it.
func corpusFile(values []*value.Value) (File, error) {
	var b strings.Builder
	b.WriteString(corpusHead)
	for _, v := range values {
		text, err := corpusValue(v)
		if err != nil {
			return File{}, err
		}
		b.WriteString(text + "\n")
	}
	data := []byte(b.String())
	return File{Name: fmt.Sprintf("%x", sha256.Sum256(data))[:16], Data: data}, nil
}

// corpusValue prints a value as a line of a corpus file.
func corpusValue(v *value.Value) (string, error) {
	name := fuzzTypeName(v.GoType)
	switch v.Type.Kind {
	case input.Bool:
		return fmt.Sprintf("bool(%t)", v.Word != 0), nil
	case input.String:
		return "string(" + strconv.Quote(v.Text) + ")", nil
	case input.Int:
		if v.Type.Bits != 32 || name == "int" {
			return fmt.Sprintf("%s(%d)", name, int64(v.Word)), nil
		}
		if r := rune(v.Word); utf8.ValidRune(r) {
			return "rune(" + strconv.QuoteRune(r) + ")", nil
		}
		return fmt.Sprintf("int32(%d)", int64(v.Word)), nil
	case input.Uint:
		if v.Type.Bits == 8 {
			return "byte(" + strconv.QuoteRune(rune(v.Word)) + ")", nil
		}
		return fmt.Sprintf("%s(%d)", name, v.Word), nil
	case input.Float:
		if v.Type.Bits == 32 {
			return fmt.Sprintf("float32(%v)", float32(v.Float())), nil
		}
		return fmt.Sprintf("float64(%v)", v.Float()), nil
	case input.Slice:
		return "[]byte(" + strconv.Quote(v.Readable()) + ")", nil
	}
	return "", fmt.Errorf("the fuzzer makes no %s", v.Type.Kind)
}

// CorpusPath returns the path of a corpus file of a fuzz target, relative to the directory of
// the tests.
func CorpusPath(target, name string) string { return path.Join("testdata", "fuzz", target, name) }
