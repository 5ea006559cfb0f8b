import type { Problem } from '../support/problem.ts';

/** Every package has a row with its reason, and every row a package. */
export function checkDependencies(manifestText: string, file: string, text: string): Problem[] {
  const manifest: unknown = JSON.parse(manifestText);
  const packages = new Set([...namesAt(manifest, 'dependencies'), ...namesAt(manifest, 'devDependencies')]);
  const rows = readRows(text);
  const listed = new Set(rows.map(({ name }) => name));
  return [
    ...[...packages]
      .filter((name) => !listed.has(name))
      .map((name) => ({ file, message: `${name} has no reason here` })),
    ...rows
      .filter(({ name }) => !packages.has(name))
      .map(({ name, line }) => ({ file, line, message: `${name} is no dependency` })),
    ...rows
      .filter(({ reason }) => reason === '')
      .map(({ name, line }) => ({ file, line, message: `${name}: what is it for?` })),
  ];
}

function namesAt(manifest: unknown, key: string): string[] {
  if (typeof manifest !== 'object' || manifest === null) return [];
  const block: unknown = Reflect.get(manifest, key);
  return typeof block === 'object' && block !== null ? Object.keys(block) : [];
}

interface Row {
  readonly name: string;
  readonly reason: string;
  readonly line: number;
}

function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, at) => {
    const cells = /^\|\s*`([^`]+)`\s*\|([^|]*)\|/.exec(line);
    return cells === null ? [] : [{ name: cells[1] ?? '', reason: (cells[2] ?? '').trim(), line: at + 1 }];
  });
}
