package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"bloodline/genome"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli) // processors have an instruction for it: a generation takes a tenth of a millisecond

// checksum returns a hash of values, in their order. It does not depend on their encoding in the database.
func checksum(values ...any) []byte {
	var b []byte
	var sum uint32
	for _, v := range values {
		b = appendValue(b[:0], v)
		sum = crc32.Update(sum, castagnoli, b)
	}
	return binary.LittleEndian.AppendUint32(nil, sum)
}

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case int:
		return appendNumbers(b, int64(v))
	case float64:
		return appendNumbers(b, v+0) // SQLite knows no negative zero
	case bool:
		if v {
			return appendNumbers(b, int64(1))
		}
		return appendNumbers(b, int64(0))
	case string:
		return append(appendValue(b, len(v)), v...)
	case []string:
		b = appendValue(b, len(v))
		for _, s := range v {
			b = appendValue(b, s)
		}
		return b
	case genome.Vector:
		return appendValue(b, []float64(v))
	case []float64:
		return appendNumbers(appendValue(b, len(v)), v)
	}
	return appendNumbers(b, v)
}

// compareSum compares the checksum that a row carries.
func compareSum(what string, kept, sum []byte) error {
	if !bytes.Equal(kept, sum) {
		return fmt.Errorf("%s: %w", what, ErrDamaged)
	}
	return nil
}

// compareRead is compareSum for a row that was decoded with this error, which is damage, too.
func compareRead(what string, err error, kept, sum []byte) error {
	if err != nil {
		return fmt.Errorf("%s: %w: %w", what, ErrDamaged, err)
	}
	return compareSum(what, kept, sum)
}
