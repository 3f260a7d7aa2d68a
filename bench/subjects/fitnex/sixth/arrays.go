package sixth

// Kraft wants the lengths of eight codes, one of which is not used. They leave no code
// free, the longest has five bits, and the code of the third is 110 in binary digits. It
// follows (*huffmanDecoder).init of compress/flate.
func Kraft(lengths []int) bool {
	if len(lengths) != 8 {
		return false
	}
	var count, next [16]int
	longest := 0
	for _, n := range lengths {
		if n < 0 || n >= len(count) {
			return false
		}
		count[n]++
		longest = max(longest, n)
	}
	if count[0] != 1 || longest != 5 {
		return false
	}
	code := 0
	for n := 1; n <= longest; n++ {
		code <<= 1
		next[n] = code
		code += count[n]
	}
	if code != 1<<longest {
		return false
	}
	var codes [8]int
	for i, n := range lengths {
		if n > 0 {
			codes[i] = next[n]
			next[n]++
		}
	}
	if codes[2] == 0b110 {
		return true // target
	}
	return false
}

// octal returns the number of octal digits between blanks and zero bytes, or -1.
func octal(field []byte) int {
	for len(field) > 0 && (field[0] == ' ' || field[0] == 0) {
		field = field[1:]
	}
	for len(field) > 0 && (field[len(field)-1] == ' ' || field[len(field)-1] == 0) {
		field = field[:len(field)-1]
	}
	n := 0
	for _, c := range field {
		if c < '0' || c > '7' {
			return -1
		}
		n = n<<3 | int(c-'0')
	}
	return n
}

// TarHeader wants a header of fourteen bytes: a name of four, a size of 0644 in four, and
// in six the sum of all with blanks in the place of these six. The sum is that of signed
// bytes, as some old programs have it, and not that of unsigned ones. It follows
// (*block).computeChecksum and (*parser).parseOctal of archive/tar.
func TarHeader(header []byte) bool {
	if len(header) != 14 {
		return false
	}
	size, stored := octal(header[4:8]), octal(header[8:])
	if size != 0o644 {
		return false
	}
	unsigned, signed := 0, 0
	for i, c := range header {
		if i >= 8 {
			c = ' '
		}
		unsigned += int(c)
		signed += int(int8(c))
	}
	if stored == unsigned {
		return false
	}
	if stored == signed {
		return true // target
	}
	return false
}

// apart returns how far two numbers are from each other.
func apart(a, b int) int {
	if a < b {
		return b - a
	}
	return a - b
}

// Paeth wants two rows of eight bytes, of which the second holds differences to the pixel
// that is nearest to left plus above minus corner: that at the left twice, above four
// times, in the corner twice. The last pixel is 200. It follows filterPaeth of image/png.
func Paeth(above, row []byte) bool {
	if len(above) != 8 || len(row) != 8 {
		return false
	}
	a, c := 0, 0
	lefts, ups, corners := 0, 0, 0
	for i := range row {
		b := int(above[i])
		p := a + b - c
		nearest := 0
		switch {
		case apart(p, a) <= apart(p, b) && apart(p, a) <= apart(p, c):
			nearest = a
			lefts++
		case apart(p, b) <= apart(p, c):
			nearest = b
			ups++
		default:
			nearest = c
			corners++
		}
		a, c = (int(row[i])+nearest)&0xff, b
	}
	if lefts != 2 || ups != 4 || corners != 2 {
		return false
	}
	if a == 200 {
		return true // target
	}
	return false
}

// Crossover wants two orders of 0 to 6. The third to the fifth stay as in the first, and
// the others are taken from the second, where a number that is there already gives way to
// the one in whose place it was. The child begins with 6 5, ends with 4 3, and has two
// numbers that had to give way. It follows pmx of github.com/MaxHalford/eaopt.
func Crossover(first, second []int) bool {
	const n, from, to = 7, 2, 5
	if len(first) != n || len(second) != n {
		return false
	}
	place := [n]int{-1, -1, -1, -1, -1, -1, -1}
	seen := [n]bool{}
	for i := range n {
		a, b := first[i], second[i]
		if a < 0 || a >= n || b < 0 || b >= n || place[a] >= 0 || seen[b] {
			return false
		}
		place[a] = i
		seen[b] = true
	}
	var child [n]int
	moved := 0
	for i := range n {
		if i >= from && i < to {
			child[i] = first[i]
			continue
		}
		v := second[i]
		if j := place[v]; j >= from && j < to {
			moved++
		}
		for j := place[v]; j >= from && j < to; j = place[v] {
			v = second[j]
		}
		child[i] = v
	}
	if child[0] != 6 || child[1] != 5 || child[5] != 4 {
		return false
	}
	if moved != 2 {
		return false
	}
	if child[6] == 3 {
		return true // target
	}
	return false
}
