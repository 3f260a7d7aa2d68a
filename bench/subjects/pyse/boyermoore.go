package pyse

// key is what is searched for.
const key = "abc"

// Find returns where the key first stands in the text, or -1, by the algorithm
// of Boyer and Moore ("A fast string searching algorithm", 1977). After a
// mismatch the key moves by the rule of the bad character or by that of the
// good suffix, whichever moves it further.
//
// This is a stand-in: the paper's counts are those of FindBlind. For texts of 3,
// 4, 5 and 10 characters this has 7, 11, 19 and 967 paths, and 7, 12, 23 and 1159
// with those that end where a side is impossible; the longest have 3, 5, 7 and 17
// decisions. Of n characters they have 2n-3: the key moves from one place to the next
// after at most two decisions for each character that it moves by, and takes three at
// its last place.
func Find(text []byte) int {
	good := goodSuffixes()
	for i := 0; i+len(key) <= len(text); {
		j := mismatch(text[i:])
		if j < 0 {
			return i
		}
		i += max(badCharacter(text[i+j], j), good[j])
	}
	return -1
}

// FindBlind is Find with a rule of the bad character that takes each bad
// character for one that is not in the key. The paper's program looks characters
// up in a Python dictionary, where a symbolic one seems not to be found: the counts,
// (3ᵏ⁺¹-1)/2 for texts of 3k to 3k+2 characters, need that each mismatch moves the
// key by three. A search that misses nothing cannot do that: this one
// misses the key in aabc. It is a program to take paths through.
func FindBlind(text []byte) int {
	good := goodSuffixes()
	for i := 0; i+len(key) <= len(text); {
		j := mismatch(text[i:])
		if j < 0 {
			return i
		}
		i += max(j+1, good[j])
	}
	return -1
}

// mismatch compares the key with the beginning of the text from right to left
// and returns the place of the first mismatch, or -1.
func mismatch(text []byte) int {
	j := len(key) - 1
	for j >= 0 && text[j] == key[j] {
		j--
	}
	return j
}

// badCharacter returns how far the key moves until, in place of key[j], it has
// the character c there, or nothing.
func badCharacter(c byte, j int) int {
	for k := j - 1; k >= 0; k-- {
		if c == key[k] {
			return j - k
		}
	}
	return j + 1
}

// goodSuffixes returns for each place of a mismatch how far the key moves until
// it agrees with what has matched, and has another character at the mismatch.
func goodSuffixes() [len(key)]int {
	var shifts [len(key)]int
	for j := range shifts {
		shifts[j] = 1
		for !agrees(j, shifts[j]) {
			shifts[j]++
		}
	}
	return shifts
}

// agrees reports whether the key can stand shift places further right, where
// what follows key[j] has matched and key[j] has not.
func agrees(j, shift int) bool {
	if shift <= j && key[j-shift] == key[j] {
		return false
	}
	for k := max(j+1, shift); k < len(key); k++ {
		if key[k-shift] != key[k] {
			return false
		}
	}
	return true
}
