import { describe, expect, test } from 'vitest';
import { metricsObject, parseOutput, TASK_TYPES, type OutputReading } from '../../../src/protocols/output/index.ts';
import { verifies } from '../../support/verifies.ts';
import { block, published } from './support.ts';

const rules = (reading: OutputReading): string[] =>
  reading.issues.map(({ rule, severity, line }) => `${severity} ${rule}:${line}`);
const errors = (reading: OutputReading): string[] => rules(reading).filter((rule) => rule.startsWith('error'));

describe('format', () => {
  verifies('AOP-001', 'markers stand at the start of a line, in order, METRICS may be left out', () => {
    expect(rules(parseOutput(block()))).toEqual([]);
    expect(rules(parseOutput(block({ metrics: 'files: 3' })))).toEqual([]);
    const swapped = block().replace(/(\[AOP:DETAILS_FILE\].*\n)(\[AOP:STATUS\].*\n)/, '$2$1');
    expect(rules(parseOutput(swapped))).toEqual(['error output-order:8']);
    for (const name of ['START', 'TASK', 'SUMMARY', 'DETAILS_FILE', 'STATUS', 'END']) {
      const without = parseOutput(block().replace(`[AOP:${name}]`, `note ${name}`));
      expect(without.issues.map((issue) => issue.message)).toContain(`[AOP:${name}] is missing`);
      expect(without.level).not.toBe('strict');
    }
  });

  verifies('AOP-002', 'times are ISO, END is not before START, a task has at most 50 characters', () => {
    expect(errors(parseOutput(block({ start: 'yesterday' })))).toEqual(['error output-time-invalid:1']);
    expect(errors(parseOutput(block({ end: '2026-02-05T10:29:59Z' })))).toEqual(['error output-time-order:9']);
    expect(errors(parseOutput(block({ end: '2026-02-05T10:30:00Z' })))).toEqual([]);
    expect(errors(parseOutput(block({ task: 'a'.repeat(50) })))).toEqual([]);
    expect(errors(parseOutput(block({ task: '🙂'.repeat(50) })))).toEqual([]);
    const long = parseOutput(block({ task: 'a'.repeat(51) }));
    expect(errors(long)).toEqual(['error output-task-long:2']);
    expect(long.task).toBe('a'.repeat(50));
  });

  verifies('AOP-003', 'each task type has its limit, counted in code points, and five bullets are the most', () => {
    const limits = { search: 500, analysis: 600, code: 300, test: 400, build: 200, documentation: 500 };
    for (const type of [...TASK_TYPES, undefined]) {
      const limit = type === undefined ? 500 : limits[type];
      const fits = `- ${'🙂'.repeat(limit - 2)}`;
      expect(errors(parseOutput(block({ summary: fits }), { type }))).toEqual([]);
      const over = parseOutput(block({ summary: `${fits}x` }), { type });
      expect(errors(over)).toEqual(['error output-summary-long:4']);
      expect(over.summary).toBe(fits);
    }
    const bullets = (count: number): string => Array.from({ length: count }, (_, index) => `- ${index}`).join('\n');
    expect(errors(parseOutput(block({ summary: bullets(5) })))).toEqual([]);
    expect(errors(parseOutput(block({ summary: bullets(6) })))).toEqual(['error output-summary-bullets:4']);
    expect(errors(parseOutput(block({ summary: 'no bullets here' })))).toEqual(['error output-summary-bullets:4']);
  });

  verifies('AOP-004', 'details of another kind than the task type asks for are a warning', () => {
    const kinds = { search: 'md', analysis: 'diff', code: 'md', test: 'md', build: 'diff', documentation: 'patch' };
    const fits = { search: 'json', analysis: 'md', code: 'diff', test: 'log', build: 'log', documentation: 'md' };
    for (const type of TASK_TYPES) {
      expect(rules(parseOutput(block({ details: `out/x.${kinds[type]}` }), { type }))).toEqual([
        'warning output-details-kind:7',
      ]);
      expect(rules(parseOutput(block({ details: `out/x.${fits[type]}` }), { type }))).toEqual([]);
      expect(rules(parseOutput(block({ details: 'out/x.json' }), { type }))).toEqual([]);
      expect(rules(parseOutput(block({ details: 'none' }), { type }))).toEqual([]);
    }
  });

  verifies('AOP-005', 'a status is read in any case', () => {
    for (const word of ['success', 'Failure', 'PARTIAL']) {
      const reading = parseOutput(block({ status: word }));
      expect(reading.status).toBe(word.toLowerCase());
      expect(errors(reading)).toEqual([]);
    }
  });

  verifies('AOP-007', 'a compact block parses with warnings, its summary may stand on the marker’s line', () => {
    const reading = parseOutput('[AOP:SUMMARY] Found 8 files\n[AOP:DETAILS_FILE] none\n[AOP:STATUS] success\n');
    expect(reading).toMatchObject({
      level: 'compact',
      summary: 'Found 8 files',
      detailsFile: 'none',
      status: 'success',
    });
    expect(errors(reading)).toEqual([]);
    expect(rules(reading)).toContain('warning output-compact:1');
    expect(rules(reading).filter((rule) => rule.includes('marker-missing'))).toHaveLength(3);
    expect(parseOutput(block()).level).toBe('strict');
    expect(parseOutput('[AOP:SUMMARY]\n- x\n[AOP:STATUS] success').level).toBe('incomplete');
  });
});

describe('parsing', () => {
  verifies('AOP-010', 'the published blocks give the published values', () => {
    const search = parseOutput(published('search'));
    expect(rules(search)).toEqual([]);
    expect(search).toMatchObject({
      level: 'strict',
      task: 'Search for auth implementations',
      status: 'success',
      summary:
        '- Found 8 auth-related files in src/auth/\n- Main handler: src/auth/handler.ts (450 lines)\n- Uses JWT + session hybrid approach\n- 3 security issues flagged for review',
      detailsFile: '.claude/cache/agent-outputs/search-auth-1707130200.json',
      start: '2026-02-05T10:30:00Z',
      end: '2026-02-05T10:30:12Z',
    });
    expect(metricsObject(search.metrics)).toEqual({ files_scanned: '234', matches: '8', duration: '12s' });
    const analysis = parseOutput(published('analysis'), { type: 'analysis' });
    expect(analysis).toMatchObject({ status: 'success', task: 'Analyze API performance bottlenecks', issues: [] });
    expect(metricsObject(analysis.metrics)).toEqual({
      endpoints_analyzed: '24',
      issues_found: '5',
      severity_high: '2',
    });
    const testRun = parseOutput(published('test'), { type: 'test' });
    expect(testRun).toMatchObject({ status: 'failure', task: 'Run unit test suite', metrics: [], issues: [] });
    expect(testRun.bullets[1]).toBe('Failed: auth.test.ts (2), api.test.ts (1)');
    expect(errors(parseOutput(published('bad')))).toEqual(['error output-no-block:1']);
  });

  verifies('AOP-011', 'a summary that comes last goes to the end of the text', () => {
    const reading = parseOutput('[AOP:START] 2026-02-05T10:30:00Z\n[AOP:TASK] t\n[AOP:SUMMARY]\n- one\n- two');
    expect(reading.summary).toBe('- one\n- two');
    const compact = parseOutput('[AOP:DETAILS_FILE] none\n[AOP:STATUS] success\n[AOP:SUMMARY]\n- one\n- two\n');
    expect(compact.summary).toBe('- one\n- two');
  });

  verifies('AOP-012', 'a marker named inside a sentence or bullet is text', () => {
    const summary = '- The parser now reads [AOP:STATUS] failure\n- Use `[AOP:END]` last';
    const reading = parseOutput(`I saw [AOP:STATUS] failure in it.\n- [AOP:STATUS] failure\n${block({ summary })}`);
    expect(reading).toMatchObject({ summary, status: 'success', blockCount: 1 });
    expect(rules(reading)).toEqual([]);
  });

  verifies('AOP-013', 'metrics keep whole values, and odd entries are findings', () => {
    const metrics = (text: string): Record<string, string> =>
      metricsObject(parseOutput(block({ metrics: text })).metrics);
    expect(metrics('started: 10:30:00, ratio: 3:1, url: https://x.y/z')).toEqual({
      started: '10:30:00',
      ratio: '3:1',
      url: 'https://x.y/z',
    });
    expect(metrics('bytes: 1,234,567, langs: ts, js, duration: 12s')).toEqual({
      bytes: '1,234,567',
      langs: 'ts, js',
      duration: '12s',
    });
    expect(metrics('files:3,matches:8')).toEqual({ files: '3', matches: '8' });
    const equals = parseOutput(block({ metrics: 'files=3' }));
    expect(equals.metrics).toEqual([{ key: 'files', value: '3' }]);
    expect(rules(equals)).toEqual(['warning output-metrics-form:8']);
    const twice = parseOutput(block({ metrics: 'a: 1, a: 2' }));
    expect(twice.metrics).toEqual([
      { key: 'a', value: '1' },
      { key: 'a', value: '2' },
    ]);
    expect(rules(twice)).toEqual(['warning output-metrics-duplicate:8']);
    const polluting = parseOutput(block({ metrics: '__proto__: polluted, constructor: x' }));
    expect(Object.entries(metricsObject(polluting.metrics))).toEqual([
      ['constructor', 'x'],
      ['__proto__', 'polluted'],
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(rules(polluting)).toEqual(['warning output-metrics-form:8', 'warning output-metrics-form:8']);
  });

  verifies('AOP-013', 'bullet lines under METRICS are read', () => {
    const text = block({ metrics: '' }).replace(
      '[AOP:METRICS] \n',
      '[AOP:METRICS]\n- Files scanned: 234\n* ratio: 3:1\n',
    );
    expect(metricsObject(parseOutput(text).metrics)).toEqual({ 'Files scanned': '234', ratio: '3:1' });
  });

  verifies('AOP-014', 'an empty field is missing and never takes the next line', () => {
    const text =
      '[AOP:START] 2026-02-05T10:30:00Z\n[AOP:TASK]\n[AOP:SUMMARY]\n- x\n[AOP:DETAILS_FILE]\n[AOP:METRICS]\n[AOP:STATUS]\n[AOP:END] 2026-02-05T10:30:12Z\n';
    expect(parseOutput(text)).toMatchObject({
      task: undefined,
      detailsFile: undefined,
      metrics: [],
      status: 'unknown',
    });
    expect(errors(parseOutput(text))).toEqual([
      'error output-marker-empty:2',
      'error output-marker-empty:5',
      'error output-marker-empty:7',
    ]);
    const prose = parseOutput('[AOP:STATUS]\nsuccess\n[AOP:TASK]\nfix it\n[AOP:DETAILS_FILE]\na.json\n');
    expect(prose).toMatchObject({ status: 'unknown', task: undefined, detailsFile: undefined });
  });

  verifies('AOP-015', 'paths are read whole, none is explicit, outside the roots is an error', () => {
    const details = (path: string): string | undefined => parseOutput(block({ details: path })).detailsFile;
    expect(details('out/my results (1).json')).toBe('out/my results (1).json');
    expect(details('`out/a b.json`')).toBe('out/a b.json');
    expect(details('C:\\Users\\Ada Lovelace\\out.json')).toBe('C:\\Users\\Ada Lovelace\\out.json');
    expect(details('None')).toBe('none');
    const roots = ['/home/ada/shop', '/var/cache/agents'];
    const outside = (path: string, within = roots): boolean =>
      errors(parseOutput(block({ details: path }), { roots: within })).join() === 'error output-details-outside:7';
    expect(['../x.json', '/etc/passwd', 'a/../../x.json', 'C:\\x.json'].filter((path) => !outside(path))).toEqual([]);
    expect(
      ['a/x.json', './x.json', '/home/ada/shop/x.json', '/var/cache/agents/x.json', '..x.json'].filter((path) =>
        outside(path),
      ),
    ).toEqual([]);
    expect(outside('C:\\shop\\x.json', ['C:\\shop'])).toBe(false);
    expect(outside('C:\\other\\x.json', ['C:\\shop'])).toBe(true);
  });

  verifies('AOP-016', 'the last complete block outside code fences counts, and blocks never mix', () => {
    const template = `\`\`\`\n${block({ status: 'success', task: 'template' })}\`\`\`\n`;
    const real = block({ status: 'failure', task: 'real' });
    const fenced = parseOutput(`I will answer like this:\n${template}\nNow:\n${real}`);
    expect(fenced).toMatchObject({ status: 'failure', task: 'real', blockCount: 2, issues: [] });
    expect(fenced.blocks.map(({ task, fenced: isFenced }) => [task, isFenced])).toEqual([
      ['template', true],
      ['real', false],
    ]);
    expect(parseOutput(`${real}\n${template}`)).toMatchObject({ status: 'failure', task: 'real' });
    expect(parseOutput(block({ task: 'first' }) + block({ task: 'second', status: 'partial' }))).toMatchObject({
      task: 'second',
      status: 'partial',
      blockCount: 2,
    });
    const cutOff = '[AOP:START] 2026-02-06T00:00:00Z\n[AOP:TASK] cut off\n[AOP:SUMMARY]\n- half';
    expect(parseOutput(`${real}\n${cutOff}`)).toMatchObject({
      task: 'real',
      status: 'failure',
      start: '2026-02-05T10:30:00Z',
    });
    const mixed = parseOutput(`${cutOff}\n[AOP:START] 2026-02-07T00:00:00Z\n[AOP:STATUS] success\n`);
    expect(mixed).toMatchObject({ task: undefined, summary: undefined, start: '2026-02-07T00:00:00Z' });
    expect(parseOutput(`[AOP:STATUS] success\n${real}`)).toMatchObject({
      level: 'strict',
      status: 'failure',
      blockCount: 2,
    });
    const onlyFenced = parseOutput(template);
    expect(onlyFenced).toMatchObject({ status: 'unknown', level: 'none' });
    expect(errors(onlyFenced)).toEqual(['error output-block-in-fence:2']);
  });

  test('a fence inside the summary does not split the block', () => {
    const summary = '- Fixed it:\n```\n[AOP:STATUS] success\n```';
    expect(parseOutput(block({ summary, status: 'failure' }))).toMatchObject({ status: 'failure', level: 'strict' });
  });

  test('a fence that is never closed does not hide the block after it', () => {
    const reading = parseOutput(`\`\`\`ts\nconst x = 1;\n\n${block({ status: 'failure' })}`);
    expect(reading).toMatchObject({ status: 'failure', level: 'strict' });
    expect(rules(reading)).toEqual(['warning output-fence-open:4']);
  });

  const deviations: readonly (readonly [name: string, text: string, findings: readonly string[]])[] = [
    ['CRLF', block().replaceAll('\n', '\r\n'), []],
    ['ANSI colours', block().replaceAll(/^(\[AOP:\w+\])/gm, '\u001B[1m\u001B[36m$1\u001B[0m'), ['output-marker-form']],
    ['a quoted block', block().replaceAll(/^/gm, '> '), ['output-marker-form']],
    ['U+2028', block().trimEnd().replaceAll('\n', '\u2028'), ['output-line-separator']],
    [
      'lower-case markers',
      block().replaceAll(/\[AOP:\w+\]/g, (marker) => marker.toLowerCase()),
      ['output-marker-form'],
    ],
    ['a colon', block().replaceAll(']', ']:'), ['output-value-form']],
    ['bold', block({ status: '**success**' }), ['output-value-form']],
    ['bold markers', block().replaceAll(/(\[AOP:\w+\])/g, '**$1**'), ['output-marker-form', 'output-value-form']],
    ['a byte order mark', `\uFEFF${block()}`, []],
  ];
  verifies('AOP-017', 'deviations with one meaning are read, with a finding', () => {
    for (const [name, text, findings] of deviations) {
      const reading = parseOutput(text);
      expect({
        name,
        level: reading.level,
        task: reading.task,
        summary: reading.summary,
        status: reading.status,
        details: reading.detailsFile,
        errors: errors(reading),
        findings: [...new Set(reading.issues.map(({ rule }) => rule))].toSorted(),
      }).toEqual({
        name,
        level: 'strict',
        task: 'Search for auth',
        summary: '- Found 8 files',
        status: 'success',
        details: 'none',
        errors: [],
        findings,
      });
    }
  });

  verifies('AOP-017', 'words that are no status are invalid', () => {
    for (const word of [
      'needs-review',
      'Completed',
      'success|failure|partial',
      'success failure',
      '{status}',
      'unknown',
    ]) {
      const reading = parseOutput(block({ status: word }));
      expect(reading.status).toBe('unknown');
      expect(errors(reading)).toEqual(['error output-status-invalid:8']);
    }
  });

  verifies('AOP-018', 'text is cut on whole code points, and flagged', () => {
    const reading = parseOutput(block({ summary: `- ${'a'.repeat(197)}🙂🙂` }), { type: 'build' });
    expect(reading.summary).toBe(`- ${'a'.repeat(197)}🙂`);
    expect(reading.summary).not.toMatch(/\p{Surrogate}/u);
    expect(errors(reading)).toEqual(['error output-summary-long:4']);
  });

  verifies('AOP-019', 'without any marker the end of the text is the summary, flagged', () => {
    const reading = parseOutput(`${'x'.repeat(500)}${'🙂'.repeat(200)}`);
    expect(reading).toMatchObject({ summary: '🙂'.repeat(200), status: 'unknown', level: 'none' });
    expect(errors(reading)).toEqual(['error output-no-block:1']);
    expect(parseOutput('')).toMatchObject({ summary: '', status: 'unknown' });
  });
});
