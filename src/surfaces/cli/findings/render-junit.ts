/** JUnit XML, for CI systems that show test results: one suite per file, one failed case per finding. */
import type { Finding } from '../../../kernel/finding.ts';

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
