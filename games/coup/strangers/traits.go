package strangers

// Traits says in words what characterises this draw.
func (p *Player) Traits() []string { return nil }
