package worker

import (
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"slices"
)

// A frame is four bytes of length (little-endian), one byte of message type and the body.

// MaxFrame is the largest length of a body in bytes.
const MaxFrame = 256 << 20

var errFrame = errors.New("worker: frame longer than allowed")

// Append appends the frame of a message, including the length, to b.
func Append(b []byte, m Message) []byte {
	start, v := len(b), reflect.ValueOf(m).Elem()
	c := coder{buf: append(b, 0, 0, 0, 0, byte(slices.Index(messages, v.Type())))}
	c.value(v)
	n := len(c.buf) - start - 4
	if n > MaxFrame {
		panic("worker: BUG: message longer than a frame")
	}
	binary.LittleEndian.PutUint32(c.buf[start:], uint32(n))
	return c.buf
}

// Unmarshal decodes a frame without its length: a type byte and the body. It retains no part
// of b.
func Unmarshal(b []byte) (Message, error) {
	if len(b) == 0 {
		return nil, errTruncated
	}
	if int(b[0]) >= len(messages) {
		return nil, errType
	}
	m := reflect.New(messages[b[0]])
	c := coder{buf: b[1:], reading: true, memoryLeft: maxDecodedBytes}
	c.value(m.Elem())
	if c.err != nil {
		return nil, c.err
	}
	if len(c.buf) > 0 {
		return nil, errTrailing
	}
	return m.Interface(), nil
}

// A Reader reads frames. Its zero value is not usable; see NewReader.
type Reader struct {
	r   io.Reader
	buf []byte
}

// NewReader returns a Reader that reads from r, and never past the end of the current frame.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// Read reads one message. The error is io.EOF if the stream ends between frames,
// io.ErrUnexpectedEOF if it ends within a frame.
func (r *Reader) Read() (Message, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > MaxFrame {
		return nil, errFrame
	}
	body, err := r.body(int(n))
	if err != nil {
		return nil, err
	}
	return Unmarshal(body)
}

// body reads n bytes. Its buffer grows only as bytes arrive, so that a corrupt length
// allocates no memory.
func (r *Reader) body(n int) ([]byte, error) {
	const step = 1 << 20
	r.buf = r.buf[:0]
	for len(r.buf) < n {
		have := len(r.buf)
		want := min(n, have+step)
		r.buf = slices.Grow(r.buf, want-have)[:want]
		if _, err := io.ReadFull(r.r, r.buf[have:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return r.buf, nil
}
