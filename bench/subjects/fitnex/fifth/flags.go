package fifth

// Knights wants to know which of five tell the truth, and how many lie. The first
// says that the next two are alike, the second that the last lies, the third that
// the fourth lies, the fourth that the third or the last lies, the last that at least
// three lie.
func Knights(a, b, c, d, e bool, liars int) bool {
	lies := 0
	for _, truthful := range []bool{a, b, c, d, e} {
		if !truthful {
			lies++
		}
	}
	if a != (b == c) || b == e || c == d {
		return false
	}
	if d != (!c || !e) || e != (lies >= 3) {
		return false
	}
	if lies == liars {
		return true // target
	}
	return false
}

// Netmask wants the host 3.77 in a network of 20 bits that begins with 172.16 and is
// the second of these.
func Netmask(address, mask uint32) bool {
	host := ^mask
	if host&(host+1) != 0 {
		return false
	}
	ones := 0
	for m := mask; m != 0; m <<= 1 {
		ones++
	}
	if ones != 20 || address>>16 != 172<<8|16 {
		return false
	}
	if address&mask != 172<<24|16<<16|16<<8 {
		return false
	}
	if address&host == 3<<8|77 {
		return true // target
	}
	return false
}

// Adventure wants the crown of the tower brought to the garden in at most twelve
// moves. The tower is locked, the key is in the cellar, and that is dark without the
// lamp of the garden.
func Adventure(moves []byte) bool {
	if len(moves) > 12 {
		return false
	}
	place := "hall"
	lamp, key, open, crown := false, false, false, false
	for _, m := range moves {
		switch {
		case place == "hall" && m == 'n':
			place = "garden"
		case place == "hall" && m == 'd':
			if !lamp {
				return false
			}
			place = "cellar"
		case place == "hall" && m == 'o':
			open = open || key
		case place == "hall" && m == 'u' && open:
			place = "tower"
		case place == "garden" && m == 's', place == "cellar" && m == 'u', place == "tower" && m == 'd':
			place = "hall"
		case place == "garden" && m == 't':
			lamp = true
		case place == "cellar" && m == 't':
			key = true
		case place == "tower" && m == 't':
			crown = true
		}
	}
	if !crown {
		return false
	}
	if place == "garden" {
		return true // target
	}
	return false
}

// Dining wants three philosophers to have eaten once each, and then to hold one fork
// each, so that none will eat again. In his turn one takes the fork at his left, then
// the one at his right, then puts back both.
func Dining(turns []int) bool {
	var taken [3]bool
	var holds, meals [3]int
	for _, p := range turns {
		if p < 0 || p > 2 {
			return false
		}
		left, right := p, (p+1)%3
		switch {
		case holds[p] == 0 && !taken[left]:
			taken[left] = true
			holds[p] = 1
		case holds[p] == 1 && !taken[right]:
			taken[right] = true
			holds[p] = 2
		case holds[p] == 2:
			taken[left], taken[right] = false, false
			holds[p] = 0
			meals[p]++
		}
	}
	if meals[0] != 1 || meals[1] != 1 || meals[2] != 1 {
		return false
	}
	if holds[0] != 1 || holds[1] != 1 {
		return false
	}
	if holds[2] == 1 {
		return true // target
	}
	return false
}
