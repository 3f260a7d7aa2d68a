package worker_test

import (
	"bytes"
	"fmt"

	"nearmiss/internal/worker"
)

// A message goes through a stream.
func Example() {
	var stream bytes.Buffer
	stream.Write(worker.Append(nil, &worker.RunJob{ID: 3, Entry: 1, Vector: []uint64{42, 7}}))
	m, err := worker.NewReader(&stream).Read()
	fmt.Printf("%+v %v\n", m, err)
	// Output:
	// &{ID:3 Entry:1 Vector:[42 7] Patient:false Repeat:0 Limit:0s Collect:false Fresh:false Litter:false Pauses:false} <nil>
}
