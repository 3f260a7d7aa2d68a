package probe

// textsMuted is true if encoded outcomes report nothing about structs without visible fields:
// neither whether they are zero nor the text of a method such as String.
var textsMuted bool

// Mute sets whether encoded outcomes report nothing about structs without visible fields: neither
// whether they are zero nor the text of a method such as String.
func Mute(on bool) { textsMuted = on }

// Speaks reports whether encoded outcomes report structs without visible fields.
func Speaks() bool { return !textsMuted }
