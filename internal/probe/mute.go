package probe

// textsMuted is true if outcomes leave out values that show themselves only by a text method
// such as String.
var textsMuted bool

// Mute sets whether outcomes leave out values that show themselves only by a text method such
// as String.
func Mute(on bool) { textsMuted = on }

// Speaks reports whether outcomes include values that show themselves only by a text method.
func Speaks() bool { return !textsMuted }
