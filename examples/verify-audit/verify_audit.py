"""Verifies a Baton audit log or proof without Baton: verify_audit.py FOLDER|PROOF [FINGERPRINT]. From docs/audit-format.md."""
import base64, hashlib, json, os, re, sys
P, L, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)
sha, unb64 = lambda data: hashlib.sha256(data).digest(), lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
def check(condition, why): condition or sys.exit("NOT VERIFIED: " + why)
def point(raw):  # Ed25519, RFC 8032
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if x * x % P == x2 else x * pow(2, (P - 1) // 4, P) % P
    check(x * x % P == x2 and y < P, "a key or signature is no point of the curve")
    return (x if x & 1 == raw[31] >> 7 else P - x, y)
def add(a, b):
    t = D * a[0] * b[0] * a[1] * b[1] % P
    return ((a[0] * b[1] + a[1] * b[0]) * pow(1 + t, -1, P) % P, (a[1] * b[1] + a[0] * b[0]) * pow(1 - t, -1, P) % P)
def times(n, a): return (0, 1) if n == 0 else add(times(n - 1, a), a) if n & 1 else times(n >> 1, add(a, a))
def signed(key, text, signature):
    key, sig, base = unb64(key), unb64(signature), point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    s, h = int.from_bytes(sig[32:], "little"), int.from_bytes(hashlib.sha512(sig[:32] + key + text.encode()).digest(), "little")
    return s < L and times(s, base) == add(point(sig[:32]), times(h % L, point(key)))
def commit_signed(entry): return signed(entry["sig"].split(".")[0], "baton-audit-commit/1\n" + entry["hash"], entry["sig"].split(".")[1])
def read(line):  # the fields of an entry, and its leaf: the line without the signature
    entry = json.loads(line)
    leaf = line.replace(',"sig":"%s"' % entry.get("sig"), "")
    check(sha(leaf.replace(',"hash":"%s"' % entry["hash"], "").encode()).hex() == entry["hash"], "entry %d was changed" % entry["seq"])
    return entry, sha(b"\0" + leaf.encode())
def split(n): return 1 << (n - 1).bit_length() - 1  # the tree of RFC 6962: the left side is the largest full one
def root(l): return l[0] if len(l) == 1 else sha(b"\1" + root(l[:split(len(l))]) + root(l[split(len(l)):]))
def climb(leaf, i, n, path):
    if n == 1: return leaf
    k, up = split(n), bytes.fromhex(path[-1])
    return sha(b"\1" + climb(leaf, i, k, path[:-1]) + up) if i < k else sha(b"\1" + up + climb(leaf, i - k, n - k, path[:-1]))
def check_log(folder):
    head, link, entry, vouching, keys, ever, new, leaves, log = json.load(open(os.path.join(folder, "head.json"))), "0" * 64, None, None, [], [], [], [], None
    names = [n for n in os.listdir(folder) if re.fullmatch(r"handoff-log-[\d-]+\.jsonl", n)]
    for line in (l.rstrip("\n") for n in sorted(names, key=lambda n: (n[12:22], int(n[23:-6]))) for l in open(os.path.join(folder, n), newline="\n")):
        entry, leaf = read(line)
        check(entry["prev"] == link and entry["seq"] == len(leaves) + 1, "entry %d does not follow the one before" % entry["seq"])
        new += [(entry["kind"], entry["body"]["key"])] if entry["kind"] in ("log.key-added", "log.key-removed", "log.rekeyed") or entry["seq"] == 1 else []
        if "sig" in entry:  # the signer is listed before; only the first key and one that takes over list themselves
            check(entry["sig"].split(".")[0] in keys + [k for kind, k in new if kind in ("log.opened", "log.rekeyed")] and (not new or commit_signed(entry)), "entry %d is signed by somebody else" % entry["seq"])
            for kind, k in new: keys, vouching = [x for x in keys if x != k and kind != "log.rekeyed"] + [k] * (kind != "log.key-removed"), k if kind in ("log.opened", "log.rekeyed") else vouching
        new, ever, log = [] if "sig" in entry else new, ever + [k for k in keys if k not in ever], log or entry["hash"]
        link = sha((entry["hash"] + entry["sig"]).encode()).hex() if "sig" in entry else entry["hash"]
        leaves.append(leaf)
        if entry["seq"] == head["entries"]: check(head["hash"] == entry["hash"] and head["root"] == root(leaves).hex(), "the head names other entries")
    check(entry and "sig" in entry and commit_signed(entry), "no signature covers the last entry")
    check(head["key"] in ever and head["log"] == log, "the head is of another log, or signed by a key that this one does not list")
    check(head["entries"] <= len(leaves), "entries are cut off: the head names %d, %d are here" % (head["entries"], len(leaves)))
    return "all %d entries" % len(leaves) + ("; its head is older and names %d, so only a newer one could tell if more were written" % head["entries"]) * (head["entries"] < len(leaves)), head, vouching
def check_proof(proof):
    (entry, leaf), head = read(proof["entry"]), proof["head"]
    check(climb(leaf, entry["seq"] - 1, head["entries"], proof["path"]).hex() == head["root"], "the path does not lead to the root")
    return "entry %d of %d" % (entry["seq"], head["entries"]), head, head["key"]
what, head, key = check_log(sys.argv[1]) if os.path.isdir(sys.argv[1]) else check_proof(json.load(open(sys.argv[1])))
text = json.dumps({k: head[k] for k in ("at", "entries", "hash", "log", "root")}, sort_keys=True, separators=(",", ":"))
check(signed(head["key"], "baton-audit-head/1\n" + text, head["signature"]), "the head is not genuine")
check(len(sys.argv) < 3 or sha(unb64(key)).hex() == sys.argv[2], "another key vouches for it: " + sha(unb64(key)).hex())
print("verified: %s; key %s" % (what, sha(unb64(key)).hex()))
