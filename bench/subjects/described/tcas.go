package described

// What Advisory returns.
const (
	Unresolved = iota
	Climb
	Descend
)

// An Encounter is what two aircraft know of each other, in feet and feet a minute.
type Encounter struct {
	Sure       bool  // the reports can be relied on
	TwoReports bool  // two of three reports are valid
	Inhibited  bool  // the own aircraft should not climb
	Equipped   bool  // the other aircraft has such a system, too
	Separation int32 // vertical, now
	Own        int32 // altitude
	OwnRate    int32 // of climb
	Other      int32 // altitude
	Up, Down   int32 // vertical separation at the nearest point, if the own aircraft climbs or descends
	Layer      uint8 // of altitude: 0 to 3
	Intent     uint8 // of the other aircraft: 0 for none
}

// safe is the vertical separation that a layer of altitude needs.
var safe = [4]int32{400, 500, 640, 740}

// Advisory decides whether an aircraft is to climb, to descend, or neither. It prefers the way that keeps the larger
// separation, and does not cross the altitude of the other aircraft without need.
func Advisory(e Encounter) int {
	if !e.Sure || e.OwnRate > 600 || e.Separation <= 600 {
		return Unresolved
	}
	if e.Equipped && !(e.TwoReports && e.Intent == 0) {
		return Unresolved
	}
	need := safe[e.Layer%4]
	up := int64(e.Up)
	if e.Inhibited {
		up += 100
	}
	var climb, descend bool
	if up > int64(e.Down) {
		climb = e.Own >= e.Other || e.Down < need
		descend = e.Own < e.Other && e.Separation >= 300 && e.Down >= need
	} else {
		climb = e.Other < e.Own && e.Separation >= 300 && e.Up >= need
		descend = e.Other >= e.Own || e.Up >= need
	}
	climb = climb && e.Own < e.Other
	descend = descend && e.Other < e.Own
	if climb {
		return Climb
	}
	if descend {
		return Descend
	}
	return Unresolved
}
