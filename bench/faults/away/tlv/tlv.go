// Package tlv reads records of a tag, a length and a value.
package tlv

import "fmt"

// A Field is one record.
type Field struct {
	Tag   byte
	Value []byte
}

const end = 0xff // tag of the last record, which has no length

// Fields returns the records of b up to the end tag.
func Fields(b []byte) ([]Field, error) {
	var list []Field
	for len(b) > 0 && b[0] != end {
		if len(b) < 2 {
			return nil, fmt.Errorf("tlv: tag %d has no length", b[0])
		}
		n := int(b[1])
		if n > len(b) {
			return nil, fmt.Errorf("tlv: %d bytes of tag %d are missing", n, b[0])
		}
		list = append(list, Field{b[0], b[2 : 2+n]})
		b = b[2+n:]
	}
	return list, nil
}
