// Checks what houserules publishes with Go's own packages sumdb/note and sumdb/tlog.
//
// checker cases: reads one case a line in JSON, prints "yes" or "no" for each.
// checker tiles PREFIX VKEY: reads checkpoint, tiles and entries over HTTP, and proves every entry.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type testCase struct {
	Kind    string
	Vkeys   []string
	Content string
	Old     int64
	Size    int64
	Root    []byte
	OldRoot []byte
	Leaf    []byte
	Path    [][]byte
}

// A witness's cosignature is a type of signature that package note leaves to others.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	at := binary.BigEndian.Uint64(sig)
	return ed25519.Verify(c.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", at, msg)), sig[8:])
}

func verifier(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) == 3 {
		key, err := base64.StdEncoding.DecodeString(parts[2])
		if err == nil && len(key) == 33 && key[0] == 4 {
			hash := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
			number := binary.BigEndian.Uint32(hash[:])
			if fmt.Sprintf("%08x", number) != parts[1] {
				return nil, fmt.Errorf("the number of the key is wrong")
			}
			return cosigner{parts[0], number, key[1:]}, nil
		}
	}
	return note.NewVerifier(vkey)
}

func opened(content []byte, vkeys []string) (*note.Note, error) {
	var known []note.Verifier
	for _, vkey := range vkeys {
		v, err := verifier(vkey)
		if err != nil {
			return nil, err
		}
		known = append(known, v)
	}
	n, err := note.Open(content, note.VerifierList(known...))
	if err == nil && len(n.Sigs) != len(known) {
		err = fmt.Errorf("signed by %d of %d", len(n.Sigs), len(known))
	}
	return n, err
}

func hash(content []byte) (h tlog.Hash) {
	copy(h[:], content)
	return h
}

func hashes(path [][]byte) (all []tlog.Hash) {
	for _, each := range path {
		all = append(all, hash(each))
	}
	return all
}

func holds(c testCase) bool {
	var err error
	switch c.Kind {
	case "checkpoint":
		_, err = opened([]byte(c.Content), c.Vkeys)
	case "inclusion":
		err = tlog.CheckRecord(tlog.RecordProof(hashes(c.Path)), c.Size, hash(c.Root), c.Old, hash(c.Leaf))
	case "consistency":
		err = tlog.CheckTree(tlog.TreeProof(hashes(c.Path)), c.Size, hash(c.Root), c.Old, hash(c.OldRoot))
	default:
		err = fmt.Errorf("unknown kind %q", c.Kind)
	}
	return err == nil
}

func cases() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		var c testCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			fmt.Fprintln(out, err)
		} else if holds(c) {
			fmt.Fprintln(out, "yes")
		} else {
			fmt.Fprintln(out, "no")
		}
	}
}

type reader struct {
	prefix string
	read   int
}

func (r *reader) get(path string) ([]byte, error) {
	answer, err := http.Get(r.prefix + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != 200 {
		err = fmt.Errorf("%s: %s", path, answer.Status)
	}
	r.read++
	return content, err
}

func (r *reader) Height() int { return 8 }

func (r *reader) ReadTiles(tiles []tlog.Tile) (all [][]byte, err error) {
	for _, tile := range tiles {
		// Package tlog names the height of its tiles; C2SP has one height only.
		content, err := r.get(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all = append(all, content)
	}
	return all, nil
}

func (r *reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}

func tiles(prefix, vkey string) error {
	r := &reader{prefix: prefix}
	content, err := r.get("checkpoint")
	if err != nil {
		return err
	}
	n, err := opened(content, []string{vkey})
	if err != nil {
		return err
	}
	lines := strings.Split(n.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return err
	}
	tree := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, r)
	proved := int64(0)
	for start := int64(0); start < size; start += 256 {
		tile := tlog.Tile{H: 8, L: -1, N: start / 256, W: 256}
		if size-start < 256 {
			tile.W = int(size - start)
		}
		path := strings.Replace(tile.Path(), "tile/8/data/", "tile/entries/", 1)
		bundle, err := r.get(path)
		if err != nil {
			return err
		}
		for entries := bytes.NewReader(bundle); entries.Len() > 0; proved++ {
			var length uint16
			if err := binary.Read(entries, binary.BigEndian, &length); err != nil {
				return err
			}
			entry := make([]byte, length)
			if _, err := io.ReadFull(entries, entry); err != nil {
				return err
			}
			proof, err := tlog.ProveRecord(size, proved, tree)
			if err != nil {
				return err
			}
			if err := tlog.CheckRecord(proof, size, root, proved, tlog.RecordHash(entry)); err != nil {
				return err
			}
		}
	}
	if proved != size {
		return fmt.Errorf("%d entries in a log of %d", proved, size)
	}
	old := size/2 + 1
	before, err := tlog.TreeHash(old, tree)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(size, old, tree)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, size, root, old, before); err != nil {
		return err
	}
	fmt.Printf("%d entries proved\n", proved)
	return nil
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "cases" {
		cases()
		return
	}
	if err := tiles(os.Args[2], os.Args[3]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
