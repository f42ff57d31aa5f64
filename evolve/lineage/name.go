package lineage

import (
	"fmt"
	"slices"

	"bloodline/genome/champion"
)

// CheckName reports a name that no run may have, see [champion.CheckRun].
func CheckName(name string) error { return champion.CheckRun(name) }

// PlainName makes a name fit for a run out of any.
func PlainName(name string) string { return champion.PlainRun(name) }

// check returns an error for values that no run of this program can have, whatever the checksum.
func (r *RunRow) check() error {
	if err := CheckName(r.Name); err != nil {
		return fmt.Errorf("its name %w: %w", err, ErrDamaged)
	}
	if !identityForm(r.Identity) {
		return fmt.Errorf("run %s: its identity is %.40q: %w", r.Name, r.Identity, ErrDamaged)
	}
	if !slices.Contains([]string{Running, Stopped, Finished}, r.State) {
		return fmt.Errorf("run %s: its state is %.20q: %w", r.Name, r.State, ErrDamaged)
	}
	return nil
}
