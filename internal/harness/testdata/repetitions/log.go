// Package subject has a type that records the calls of its methods.
package subject

import (
	"fmt"
	"time"
)

// A Log holds the calls of its methods.
type Log struct{ text string }

var logs int

func NewLog() *Log { logs++; return &Log{} }

func (l *Log) add(format string, args ...any) { l.text += fmt.Sprintf(format+" ", args...) }

type Kind uint8

const Small Kind = 1

type Item interface{ Less(Item) bool }

type Int int

func (i Int) Less(o Item) bool { return i < o.(Int) }

type Word string

func (l *Log) AddAll(xs ...int8)                        { l.add("AddAll%v", xs) }
func (l *Log) AddItem(x Item)                           { l.add("AddItem %T(%v)", x, x) }
func (l *Log) Put(key Word, value any, d time.Duration) { l.add("Put %s %v %v", key, value, int64(d)) }
func (l *Log) SetByte(b byte, k Kind)                   { l.add("SetByte %c %d", b, k) }
func (l *Log) Drop()                                    { l.add("Drop") }

// These are not repeated: an argument is no scalar, nothing counts, and a reset is enough once.
func (l *Log) SetAll(i int, xs []int) { l.add("SetAll") }
func (l *Log) SetKind(k Kind)         { l.add("SetKind") }
func (l *Log) Reset()                 { l.text = "" }

func UseLog(l *Log) string { return l.text }
