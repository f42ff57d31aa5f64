//go:build linux

package cmd
