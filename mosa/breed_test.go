package mosa

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/scripted"
)

// TestTournament: the best front wins, in it the least crowded, and of equals
// the first that was drawn. Ten are drawn.
func TestTournament(t *testing.T) {
	ms := make([]*member, 8)
	for i := range ms {
		ms[i] = &member{front: 1, crowd: i}
	}
	ms[2] = &member{front: 0, crowd: 1}
	ms[5] = &member{front: 0, crowd: 3}
	ms[6] = &member{front: 0, crowd: 3}
	for _, tt := range []struct {
		draws []uint64
		want  int
	}{
		{[]uint64{0, 1, 3, 4, 7, 4, 3, 1, 0, 0}, 7},
		{[]uint64{0, 1, 3, 4, 7, 4, 3, 1, 0, 2}, 2},
		{[]uint64{2, 5, 6, 2, 2, 2, 2, 2, 2, 2}, 5},
		{[]uint64{2, 6, 5, 2, 2, 2, 2, 2, 2, 2}, 6},
	} {
		scripted.Run(t, func(rng *rand.Rand) {
			e := &engine{rng: rng, members: ms}
			if got := slices.Index(ms, e.tournament()); got != tt.want {
				t.Errorf("%v: %d won", tt.draws, got)
			}
		}, tt.draws...)
	}
}

// TestFirst: the inputs given come first, as many as fit.
func TestFirst(t *testing.T) {
	for _, n := range []int{0, 3, size, size + 7} {
		starts := make([]input.Vector, n)
		for i := range starts {
			starts[i] = input.Vector{uint64(1000 + i)}
		}
		e := newEngine(t.Context(), nil, space(tInt32), generator(1), Options{Starts: starts})
		got := e.first()
		if n = min(n, size); len(got) != size || !reflect.DeepEqual(got[:n:n], starts[:n:n]) {
			t.Errorf("%d starts: %v", n, got)
		}
	}
	e := newEngine(t.Context(), nil, space(), generator(1), Options{})
	if got := e.first(); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("no variables: %v", got)
	}
}

// TestBreed: a tenth has no parents; with an archive about half of them come
// from there, all others of the members. No parent is changed.
func TestBreed(t *testing.T) {
	e := newEngine(t.Context(), nil, space(tString), generator(3), Options{Archive: []input.Vector{{40, 40: 7}}})
	e.archive.add(Covered{Vector: input.Vector{41, 41: 7}})
	parents := []input.Vector{{20, 20: 0}, {21, 21: 0}}
	for _, v := range parents {
		e.members = append(e.members, &member{vector: v})
	}
	// A string keeps most of its length in one mutation.
	archived, others := 0, 0
	for range 200 {
		children := e.breed()
		if len(children) != size {
			t.Fatalf("%d children", len(children))
		}
		for i, v := range children {
			switch from := len(v) > 30; {
			case i%freshPart == freshPart-1 && from:
				archived++
			case i%freshPart == freshPart-1:
				others++
			}
		}
	}
	if archived+others != 1000 || archived < 300 || archived > 700 {
		t.Errorf("%d of the archive, %d others", archived, others)
	}
	if !reflect.DeepEqual(parents, []input.Vector{{20, 20: 0}, {21, 21: 0}}) {
		t.Errorf("parents are now %v", parents)
	}
}

// TestSurvive: all preferred members stay, however many; else the size is kept
// by the crowding of the front that does not fit.
func TestSurvive(t *testing.T) {
	// Each of 60 is the nearest of an objective of its own.
	var rows [][]float64
	for i := range 60 {
		row := slices.Repeat([]float64{1}, 60)
		row[i] = 0.5
		rows = append(rows, row)
	}
	e := newEngine(t.Context(), nil, space(tInt32), generator(1), Options{Objectives: make([]Objective, 60)})
	if next := e.survive(people(rows...)); len(next) != 60 || next[59].front != 0 || next[59].crowd != 1 {
		t.Errorf("%d survive", len(next))
	}

	// Two objectives and 80 members: 0 and 79 are preferred, the others do not
	// dominate each other, but for two pairs of equals, which are crowded.
	rows = nil
	for i := range 80 {
		rows = append(rows, []float64{float64(1 + i), float64(100 - i)})
	}
	rows[10], rows[20] = rows[11], rows[21]
	e = newEngine(t.Context(), nil, space(tInt32), generator(1), Options{Objectives: make([]Objective, 2)})
	next := e.survive(people(rows...))
	var names []int
	for _, m := range next {
		names = append(names, int(m.vector[0]))
	}
	want := []int{0, 79}
	for i := 1; len(want) < size; i++ {
		if i != 10 && i != 11 && i != 20 && i != 21 {
			want = append(want, i)
		}
	}
	if !slices.Equal(names, want) || next[0].front != 0 || next[2].front != 1 || next[2].crowd != 1 {
		t.Errorf("survivors %v", names)
	}
}
