package coup

import "testing"

func TestCount(t *testing.T) { t.Log(len(Genes)) }
