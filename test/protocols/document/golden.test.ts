import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkSchema, isShippedSchema, parseDocumentText } from '../../../src/protocols/document/index.ts';
import { validateDocument, type DocumentReport } from '../../../src/relay/document/index.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';
import { goldenCases } from './golden-cases.ts';
import { NOW_MS } from './sample-document.ts';

const SCHEMA = JSON.parse(readFileSync('schema/universal-handoff-v3.0.schema.json', 'utf8')) as object;
const CASES = goldenCases();
const reports = new Map<string, DocumentReport>();

const report = (name: string): DocumentReport => {
  const found = reports.get(name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return found;
};

beforeAll(async () => {
  const platform = await testPlatform(tmpdir(), { clock: standingClock(NOW_MS) });
  for (const { name, input } of CASES) {
    reports.set(name, await validateDocument(platform, input, { checkFiles: false, guard: false }));
  }
});

describe('golden documents', () => {
  verifies('UHS-002', 'every boundary of the schema has a document on both sides, judged exactly', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(80);
    for (const { name, expected } of CASES) {
      const { valid, errors, warnings } = report(name);
      const said = {
        valid,
        errors: errors.map(({ path, rule, repair }) => ({ path, rule, repair })),
        warnings: warnings.map(({ path, rule }) => ({ path, rule })),
      };
      expect({ name, ...said }).toEqual({ name, ...expected });
    }
  });

  test('cases named ok are valid and the others are not', () => {
    for (const { name, expected } of CASES)
      expect({ name, valid: expected.valid }).toEqual({ name, valid: name.startsWith('ok-') });
  });

  test('a stock validator agrees with the verdict of the schema on every case', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    addFormats.default(ajv);
    const validate = ajv.compile(SCHEMA);
    let compared = 0;
    for (const { name, input } of CASES) {
      const parsed = parseDocumentText(input.toString('utf8'));
      if (parsed.kind === 'refused') continue;
      const ours = checkSchema(parsed.value);
      expect({ name, valid: validate(parsed.value) }).toEqual({ name, valid: ours.length === 0 });
      const places = new Set(
        ours.map(({ path, rule }) => (/required|uneval/.test(rule) ? path.slice(0, path.lastIndexOf('/')) : path)),
      );
      expect({ name, places }).toEqual({
        name,
        places: new Set((validate.errors ?? []).map(({ instancePath }) => instancePath)),
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(150);
  });

  test('the shipped schema is the one that was compiled', () => {
    expect(isShippedSchema(JSON.parse(readFileSync('schema/universal-handoff-v3.0.schema.json', 'utf8')))).toBe(true);
    expect(isShippedSchema({ ...SCHEMA, title: 'another' } as never)).toBe(false);
  });

  verifies('UHS-001', 'text that is not JSON is corrupted, with line, column and advice', () => {
    const [error] = report('text-truncated').errors;
    expect(error?.message).toMatch(/^Handoff JSON corrupted: .*at line \d+, column \d+$/);
    expect(error?.repair).toContain('re-create the handoff');
  });

  verifies('UHS-003', 'an unknown property is named with the nearest known name, open objects accept it', () => {
    expect(report('handoff-misspelt-payload').errors.at(-1)).toMatchObject({
      path: '/handoff/payloads',
      message: '/handoff/payloads is not known here; did you mean payload?',
      fix: { kind: 'rename', to: 'payload' },
    });
    for (const open of ['source', 'target', 'context', 'payload', 'meta', 'tracing']) {
      expect({ open, valid: report(`ok-${open}-open`).valid }).toEqual({ open, valid: true });
    }
  });

  verifies('UHS-004', 'a malformed trace id is an error, one that is not version 4 a warning', () => {
    expect(report('trace-id-short').valid).toBe(false);
    expect(report('ok-trace-id-version-1')).toMatchObject({ valid: true, warnings: [{ rule: 'uuid-version' }] });
  });

  verifies('UHS-005', 'a timestamp with an offset is valid with a warning that converts it', () => {
    expect(report('ok-timestamp-offset')).toMatchObject({
      valid: true,
      warnings: [{ rule: 'utc', fix: { kind: 'set', value: '2026-02-07T18:30:00Z' } }],
    });
  });

  verifies('UHS-006', 'each error has path, rule, what was found, and the repair of its kind', () => {
    expect(report('version-missing').errors[0]?.fix).toEqual({ kind: 'default', field: 'version' });
    expect(report('token-count-text').errors[0]).toMatchObject({ found: '"210"', fix: { kind: 'set', value: 210 } });
    expect(report('timestamp-no-zone').errors[0]?.fix).toEqual({ kind: 'set', value: '2026-02-07T18:30:00Z' });
    expect(report('problem-type-misspelt').errors[0]?.fix).toEqual({ kind: 'set', value: 'research' });
    expect(report('handoff-unknown').errors[0]?.fix).toEqual({ kind: 'remove' });
    const cut = report('summary-501-emoji').errors[0]?.fix;
    const text = cut?.kind === 'set' ? String(cut.value) : '';
    expect([...text]).toHaveLength(500);
    expect(text).toMatch(/🙂\.\.\.$/u);
    for (const { name } of CASES) {
      for (const error of report(name).errors) {
        expect({ name, repair: error.repair }).not.toEqual({ name, repair: '' });
      }
    }
  });

  verifies('UHS-007', 'all errors come at once, ordered by path', () => {
    expect(report('several-faults').errors.map(({ path }) => path)).toEqual([
      '/handoff/context/summary',
      '/handoff/meta/confidence',
      '/handoff/payload/references/files/0/path',
      '/handoff/version',
      '/zzz',
    ]);
  });
});
