/** SARIF 2.1.0, for code scanning services and editors. */
import type { Finding, Severity } from '../../../kernel/finding.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { VERSION } from '../../../kernel/version.ts';

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
