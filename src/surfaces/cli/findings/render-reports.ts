/**
 * JUnit XML, for CI systems that show test results: one suite per file, one failed case per finding. SARIF 2.1.0, for
 * code scanning services and editors.
 */

import type { Finding, Severity } from '../../../kernel/finding.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { VERSION } from '../../../kernel/version.ts';

export function renderJunit(findings: readonly Finding[]): string {
  const files = [...new Set(findings.map((finding) => finding.file ?? 'standard input'))];
  const suites = files.map((file) =>
    renderSuite(
      file,
      findings.filter((finding) => (finding.file ?? 'standard input') === file),
    ),
  );
  const total = Math.max(1, findings.length);
  const failures = findings.filter(isFailure).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="baton" tests="${total}" failures="${failures}" errors="0">`,
    ...(suites.length === 0
      ? [
          '  <testsuite name="baton" tests="1" failures="0" errors="0">',
          '    <testcase classname="baton" name="nothing found"/>',
          '  </testsuite>',
        ]
      : suites),
    '</testsuites>',
  ].join('\n');
}

const isFailure = ({ severity }: Finding): boolean => severity !== 'note';

function renderSuite(file: string, findings: readonly Finding[]): string {
  const failures = findings.filter(isFailure).length;
  return [
    `  <testsuite name="${escape(file)}" tests="${findings.length}" failures="${failures}" errors="0">`,
    ...findings.map((finding) => renderCase(file, finding)),
    '  </testsuite>',
  ].join('\n');
}

function renderCase(file: string, finding: Finding): string {
  const name = `${finding.rule} at ${finding.line}:${finding.column}`;
  const open = `    <testcase classname="${escape(file)}" name="${escape(name)}"`;
  if (!isFailure(finding)) return `${open}/>`;
  const body = [finding.excerpt, finding.hint].filter((part) => part !== '').join('\n');
  return [
    `${open}>`,
    `      <failure type="${finding.severity}" message="${escape(finding.message)}">${escape(body)}</failure>`,
    '    </testcase>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};
/** XML 1.0 has no place for most control characters, not even escaped. */
// eslint-disable-next-line no-control-regex -- these are what must go
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const escape = (text: string): string =>
  text.replaceAll(FORBIDDEN, '\uFFFD').replaceAll(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'note' };

export function renderSarif(findings: readonly Finding[]): string {
  const ruleIds = [...new Set(findings.map((finding) => finding.rule))].toSorted();
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'baton',
              version: VERSION,
              semanticVersion: VERSION,
              informationUri: 'https://www.npmjs.com/package/agent-baton',
              rules: ruleIds.map((id) => describeRule(id, findings)),
            },
          },
          columnKind: 'utf16CodeUnits',
          results: findings.map((finding) => describeResult(finding, ruleIds)),
        },
      ],
    },
    null,
    2,
  );
}

function describeRule(id: string, findings: readonly Finding[]) {
  const first = findings.find((finding) => finding.rule === id);
  return {
    id,
    name: id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence(first?.message ?? id) },
    help: { text: `${sentence(first?.hint ?? '')} Every rule is described in docs/rules.md of the package.` },
    defaultConfiguration: { level: LEVEL[first?.severity ?? 'warning'] },
    properties: { tags: [first?.kind ?? 'structure'] },
  };
}

function describeResult(finding: Finding, ruleIds: readonly string[]) {
  const { rule, severity, message, excerpt, line, column, endLine, endColumn } = finding;
  return {
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: LEVEL[severity],
    message: { text: excerpt === '' ? sentence(message) : `${sentence(message)} Seen: ${excerpt}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(finding.file) },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
    // The place may move; rule, file and what was seen stay, so that a service knows the finding again.
    partialFingerprints: { 'baton/v1': sha256Hex(JSON.stringify([rule, finding.file ?? '', excerpt])) },
  };
}

const sentence = (text: string): string => {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
};

/** A path as a relative URI reference, as SARIF asks for. */
const toUri = (file: string | undefined): string =>
  file === undefined ? 'stdin' : file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
