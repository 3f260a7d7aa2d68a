package sixth

// PackBits wants forty bytes unpacked from two runs, a literal and one code that does
// nothing: the first byte is the last, and the 21st is 7. It follows unpackBits of
// golang.org/x/image/tiff.
func PackBits(data []byte) bool {
	var out []byte
	runs, idle := 0, 0
	for i := 0; i < len(data); {
		code := int(int8(data[i]))
		i++
		switch {
		case code >= 0:
			if i+code >= len(data) {
				return false
			}
			out = append(out, data[i:i+code+1]...)
			i += code + 1
		case code == -128:
			idle++
		default:
			if i == len(data) {
				return false
			}
			for n := 1 - code; n > 0; n-- {
				out = append(out, data[i])
			}
			i++
			runs++
		}
	}
	if len(out) != 40 || runs != 2 || idle != 1 {
		return false
	}
	if out[0] != out[39] {
		return false
	}
	if out[20] == 7 {
		return true // target
	}
	return false
}

// ObjectId wants the identifier 1.2.840.113549 of RSA with three more numbers, the last
// of them 11, each written in base 128 with no byte too many. It follows
// parseObjectIdentifier and parseBase128Int of encoding/asn1.
func ObjectId(der []byte) bool {
	var arcs []int
	value, digits := 0, 0
	for _, b := range der {
		if digits == 0 && b == 0x80 || digits == 4 {
			return false
		}
		value = value<<7 | int(b&0x7f)
		digits++
		if b&0x80 != 0 {
			continue
		}
		switch {
		case len(arcs) > 0:
			arcs = append(arcs, value)
		case value < 80:
			arcs = append(arcs, value/40, value%40)
		default:
			arcs = append(arcs, 2, value-80)
		}
		value, digits = 0, 0
	}
	if digits != 0 || len(arcs) != 7 {
		return false
	}
	if arcs[0] != 1 || arcs[1] != 2 || arcs[2] != 840 || arcs[3] != 113549 {
		return false
	}
	if arcs[6] == 11 {
		return true // target
	}
	return false
}

// Adler wants nine small letters, no two neighbours alike, with the checksum of
// "hamburger". It follows update of hash/adler32.
func Adler(data []byte) bool {
	const mod, most = 65521, 5552
	low, high := 1, 0
	for rest := data; len(rest) > 0; {
		part := rest[:min(most, len(rest))]
		for i, c := range part {
			if c < 'a' || c > 'z' {
				return false
			}
			if i > 0 && c == part[i-1] {
				return false
			}
			low += int(c)
			high += low
		}
		low, high = low%mod, high%mod
		rest = rest[len(part):]
	}
	if len(data) != 9 {
		return false
	}
	if high<<16|low == 0x128203be {
		return true // target
	}
	return false
}

// Lzw wants at most eight codes that stand for sixteen pixels of four colours: fifteen of
// colour 3, then one of colour 0. Code 4 empties the table and code 5 ends the picture.
// It follows (*Reader).decode of compress/lzw.
func Lzw(codes []int) bool {
	const empty, end = 4, 5
	var prefix, suffix [32]int
	var out, back []int
	next, last, ended := end, -1, false
	for _, code := range codes {
		if ended || code < 0 || code > next {
			return false
		}
		if code == end {
			ended = true
			continue
		}
		if code == empty {
			next, last = end, -1
			continue
		}
		back = back[:0]
		c := code
		if code == next {
			for c = last; c > end; c = prefix[c] {
			}
			back = append(back, c)
			c = last
		}
		for ; c > end; c = prefix[c] {
			back = append(back, suffix[c])
		}
		if last >= 0 {
			prefix[next], suffix[next] = last, c
		}
		out = append(out, c)
		for i := len(back) - 1; i >= 0; i-- {
			out = append(out, back[i])
		}
		last = code
		if next++; next == len(prefix) {
			return false
		}
	}
	if !ended || len(codes) > 8 || len(out) != 16 {
		return false
	}
	for _, pixel := range out[:15] {
		if pixel != 3 {
			return false
		}
	}
	if out[15] == 0 {
		return true // target
	}
	return false
}
