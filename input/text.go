package input

import "unicode/utf8"

// text draws a string of at most room bytes and appends its length and bytes.
func (d *drawer) text(room int) {
	index := len(d.out)
	d.put(0)
	limit := max(min(room-1, d.limits.Len), 0)
	if d.s.Paper {
		for range d.length(limit, 0) {
			d.put(d.rng.Uint64N(256))
		}
	} else {
		d.pieces(limit)
	}
	d.out = d.out[:min(len(d.out), index+1+limit)]
	d.out[index] = uint64(len(d.out) - index - 1)
}

// constant appends one of the constants of a string type half of the time, if it fits, and reports
// whether it has done so.
func (d *drawer) constant(t *Type) bool {
	if len(t.Texts) == 0 || d.s.Paper || d.rng.IntN(2) == 0 {
		return false
	}
	text := t.Texts[d.rng.IntN(len(t.Texts))]
	if len(text) >= d.capacity(1) || len(text) > d.limits.Len {
		return false
	}
	d.put(uint64(len(text)))
	d.appendBytes(text)
	return true
}

// pieces appends a text of one style, or of several concatenated styles. Only a text of random
// characters keeps to limit, in bytes; the caller cuts the text.
func (d *drawer) pieces(limit int) {
	seeds := len(d.s.Seeds.Strings) > 0
	switch p := d.rng.IntN(20); {
	case p < 2:
	case p < 7 && seeds:
		d.appendSeed()
	case p < 11 && seeds:
		for range 2 + d.rng.IntN(3) {
			d.piece(4)
		}
	case p < 13:
		d.appendChars(d.length(limit, 0), digits)
	case p < 16:
		d.appendChars(d.length(limit, 0), printable)
	default:
		for range 1 + d.rng.IntN(4) {
			d.piece(5)
		}
	}
}

const (
	digits    = "0123456789"
	letters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	marks     = " .,:;-+_/\\\"'`()[]{}<>=!?@#$%&*|~^\t\n\r"
	printable = digits + letters + marks
)

func (d *drawer) appendChars(n int, from string) {
	for range n {
		d.put(uint64(from[d.rng.IntN(len(from))]))
	}
}

// piece appends a seed, or at most count characters of one style.
func (d *drawer) piece(count int) {
	count = 1 + d.rng.IntN(count)
	switch d.rng.IntN(10) {
	case 0, 1, 2:
		if len(d.s.Seeds.Strings) > 0 {
			d.appendSeed()
			return
		}
		d.appendChars(count, printable)
	case 3, 4:
		d.appendChars(count, digits)
	case 5, 6:
		d.appendChars(count, letters)
	case 7:
		d.appendChars(1, marks)
	case 8:
		var buf [utf8.UTFMax]byte
		for _, b := range buf[:utf8.EncodeRune(buf[:], d.runeValue())] {
			d.put(uint64(b))
		}
	case 9:
		switch k := len(d.s.Seeds.Ints); {
		case k > 0 && d.rng.IntN(2) == 0:
			d.put(uint64(byte(d.s.Seeds.Ints[d.rng.IntN(k)])))
		default:
			d.put(d.rng.Uint64N(256))
		}
	}
}

// appendSeed appends one of the strings in Space.Seeds.
func (d *drawer) appendSeed() { d.appendBytes(d.s.Seeds.Strings[d.rng.IntN(len(d.s.Seeds.Strings))]) }

// appendBytes appends the bytes of a string.
func (d *drawer) appendBytes(s string) {
	for i := range len(s) {
		d.put(uint64(s[i]))
	}
}

// runeValue draws a rune: of each encoded length, or a special rune.
func (d *drawer) runeValue() rune {
	switch d.rng.IntN(6) {
	case 0:
		return rune(d.rng.IntN(0x80))
	case 1:
		return 0x80 + rune(d.rng.IntN(0x780))
	case 2:
		return 0x800 + rune(d.rng.IntN(0xC800))
	case 3:
		return 0x10000 + rune(d.rng.IntN(0x10000))
	case 4:
		return utf8.RuneError
	}
	special := [...]rune{0xFEFF, 0x10FFFF, 0x2028, 0xA0, 'é', '世', 'ß', 'İ', 0x301, 0x7F}
	return special[d.rng.IntN(len(special))]
}
