package program

// Plain makes a sandbox anew as on a system that has no namespaces for it.
func (s *Sandbox) Plain() error {
	s.end()
	return s.launch(false)
}

// Broken ends the launcher, as a program may manage to.
func (s *Sandbox) Broken() { _ = s.launcher.Process.Kill() }
