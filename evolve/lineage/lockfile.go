package lineage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// longestHolder is the most bytes of a lock file: the number of a process, and requests to stop, which several pages
// may write at once.
const longestHolder = 100

// checkLockFile returns an error if the path of a lock file is not a regular file, since the process that takes the
// lock writes its number there: a link would lead to another file, and a pipe would block.
func checkLockFile(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if info.Mode().IsRegular() && info.Size() <= longestHolder {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && strings.Trim(strings.ReplaceAll(string(text), stopWord, ""), "0123456789") == "" {
			return nil
		} else if err != nil {
			return err
		}
	}
	return fmt.Errorf("%s is no lock file of this program: move it away", path)
}
