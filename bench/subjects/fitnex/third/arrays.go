package third

import "slices"

// Mountain wants a list that rises for five steps, falls for three or more, and
// ends where it began.
func Mountain(list []int) bool {
	if len(list) < 9 {
		return false
	}
	top := 0
	for top+1 < len(list) && list[top] < list[top+1] {
		top++
	}
	if top != 5 {
		return false
	}
	end := top
	for end+1 < len(list) && list[end] > list[end+1] {
		end++
	}
	if end != len(list)-1 {
		return false
	}
	if list[end] == list[0] {
		return true // target
	}
	return false
}

// Cache wants at most 12 keys that a cache for three, which forgets the one
// longest unused, finds four times, having forgotten three.
func Cache(keys []int) bool {
	if len(keys) > 12 {
		return false
	}
	var kept []int
	hits, forgotten := 0, 0
	for _, key := range keys {
		place := -1
		for i, k := range kept {
			if k == key {
				place = i
			}
		}
		if place >= 0 {
			hits++
			kept = append(kept[:place], kept[place+1:]...)
		} else if len(kept) == 3 {
			forgotten++
			kept = kept[1:]
		}
		kept = append(kept, key)
	}
	if forgotten != 3 {
		return false
	}
	if hits == 4 {
		return true // target
	}
	return false
}

// Poker wants five different cards of 52 that are a full house with three of the
// highest rank.
func Poker(cards []int) bool {
	if len(cards) != 5 {
		return false
	}
	hand := slices.Clone(cards)
	slices.Sort(hand)
	var counts [13]int
	for i, c := range hand {
		if c < 0 || c >= 52 {
			return false
		}
		if i > 0 && c == hand[i-1] {
			return false
		}
		counts[c%13]++
	}
	pairs := 0
	for _, n := range counts {
		if n == 2 {
			pairs++
		}
	}
	if pairs != 1 {
		return false
	}
	if counts[12] == 3 {
		return true // target
	}
	return false
}

// Tree wants 8 nodes or more, each given by the number of its parent, which comes
// before it, with four leaves and the deepest one four below the root.
func Tree(parents []int) bool {
	if len(parents) < 8 || parents[0] != -1 {
		return false
	}
	depth := make([]int, len(parents))
	children := make([]int, len(parents))
	for i := 1; i < len(parents); i++ {
		p := parents[i]
		if p < 0 || p >= i {
			return false
		}
		depth[i] = depth[p] + 1
		children[p]++
	}
	deepest, leaves := 0, 0
	for i := range parents {
		deepest = max(deepest, depth[i])
		if children[i] == 0 {
			leaves++
		}
	}
	if deepest != 4 {
		return false
	}
	if leaves == 4 {
		return true // target
	}
	return false
}
