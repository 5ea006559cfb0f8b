/**
 * What the guard says about documents of other projects: every error, and how often each rule warns.
 * `tsx scripts/guard/documents.ts FOLDER…`; SHOW=rule lists the places of one rule's warnings.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/kernel/finding.ts';
import { sha256Hex } from '../../src/kernel/hash.ts';
import { createScanner } from '../../src/guard/index.ts';

const DOCUMENT =
  /\.(?:md|mdx|markdown|rst|adoc)$|^(?:readme|changelog|changes|news|history|contributing|security|todo)(?:\.txt)?$/i;
const MAX_BYTES = 2_000_000;

function* listDocuments(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listDocuments(path);
    else if (entry.isFile() && DOCUMENT.test(entry.name) && statSync(path).size <= MAX_BYTES) yield path;
  }
}

const scanner = createScanner();
const seen = new Set<string>();
const warned = new Map<string, number>();
const totals = { files: 0, characters: 0, withErrors: 0, withWarnings: 0 };
const render = (path: string, { rule, line, excerpt }: Finding): string => `${rule} ${path}:${line} ${excerpt}`;

for (const path of process.argv.slice(2).flatMap((folder) => [...listDocuments(folder)])) {
  const text = readFileSync(path, 'utf8');
  const hash = sha256Hex(text);
  if (seen.has(hash) || text.includes('\0')) continue;
  seen.add(hash);
  const findings = scanner.scan(text);
  const errors = findings.filter(({ severity }) => severity === 'error');
  for (const finding of errors) console.log('error', render(path, finding));
  for (const finding of findings) if (finding.rule === process.env['SHOW']) console.log(render(path, finding));
  for (const rule of new Set(findings.map((finding) => finding.rule))) warned.set(rule, (warned.get(rule) ?? 0) + 1);
  totals.files += 1;
  totals.characters += text.length;
  totals.withErrors += errors.length > 0 ? 1 : 0;
  totals.withWarnings += findings.length > errors.length ? 1 : 0;
}
console.log(totals);
for (const [rule, files] of [...warned].toSorted((a, b) => b[1] - a[1])) console.log(String(files).padStart(6), rule);
