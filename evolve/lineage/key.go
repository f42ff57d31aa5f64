package lineage

import (
	"encoding/json"
	"fmt"

	"bloodline/evolve"
)

// The key of an individual is the key of its run, the generation in which it was born and its
// place there, so that none has to be looked up.
const (
	bornBits  = 20
	placeBits = 20
)

// firstKey is the least key of the individuals that a run bears from a generation on.
func firstKey(run int64, born int) int64 { return (run<<bornBits | int64(born)) << placeBits }

func keyOf(run int64, id string) (int64, error) {
	born, place, ok := evolve.Birthplace(id)
	if !ok || born >= 1<<bornBits || place >= 1<<placeBits {
		return 0, fmt.Errorf("individual %q: no such generation and place", id)
	}
	return firstKey(run, born) | int64(place), nil
}

// birthOf returns the generation and the place where an individual was born.
func birthOf(key int64) (born, place int) {
	return int(key >> placeBits & (1<<bornBits - 1)), int(key & (1<<placeBits - 1))
}

func idOf(key int64) string { return evolve.Identity(birthOf(key)) }

// keysOf returns the keys of individuals as a JSON list.
func keysOf(run int64, ids []string) (string, error) {
	keys := make([]int64, len(ids))
	for i, id := range ids {
		var err error
		if keys[i], err = keyOf(run, id); err != nil {
			return "", err
		}
	}
	return listed(keys), nil
}

// listed returns numbers or strings, which never fail to be JSON, as a JSON list.
func listed[T int64 | string](values []T) string {
	text, _ := json.Marshal(values)
	return string(text)
}

// idsOf returns the IDs of a JSON list of keys; nil for an empty one.
func idsOf(list string) (ids []string, err error) {
	var keys []int64
	err = json.Unmarshal([]byte(list), &keys)
	for _, key := range keys {
		ids = append(ids, idOf(key))
	}
	return ids, err
}
