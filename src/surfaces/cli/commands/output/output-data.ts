import type { Finding } from '../../../../kernel/finding.ts';
import {
  metricsObject,
  renderBullets,
  type BlockContent,
  type OutputBlock,
  type OutputFields,
  type OutputReading,
} from '../../../../protocols/output/index.ts';
import type { WrappedOutput } from '../../../../relay/output/index.ts';
import type { Style } from '../../style.ts';

/** The stable keys of everything read from a block; null for what is missing. */
export const fieldsData = ({ task, status, summary, detailsFile, metrics, start, end }: OutputFields) => ({
  task: task ?? null,
  status,
  summary: summary ?? null,
  details_file: detailsFile ?? null,
  metrics: metricsObject(metrics),
  /** Every entry in its order: an object cannot hold a name twice. */
  metric_entries: metrics,
  timestamps: { start: start ?? null, end: end ?? null },
});

const blockData = (block: OutputBlock) => ({
  line: block.line,
  end_line: block.endLine,
  level: block.level,
  fenced: block.fenced,
  ...fieldsData(block),
});

export const readingData = (reading: OutputReading) => ({
  ...fieldsData(reading),
  level: reading.level,
  issues: reading.issues,
  block_count: reading.blockCount,
  blocks: reading.blocks.map(blockData),
});

/** The same keys for a block that was made here. */
const contentData = (content: BlockContent, summary: string) => ({
  task: content.task,
  status: content.status,
  summary,
  details_file: content.detailsFile,
  metrics: metricsObject(content.metrics),
  timestamps: { start: content.start, end: content.end },
});

export function renderIssue(issue: Finding, style: Style): string {
  const severity = { error: style.red('error  '), warning: style.yellow('warning'), note: style.cyan('note   ') }[
    issue.severity
  ];
  return `${severity}  line ${issue.line}: ${issue.message}\n         ${style.dim('→')} ${issue.hint} ${style.dim(`(${issue.rule})`)}`;
}

export const hasErrors = (issues: readonly Finding[]): boolean => issues.some((issue) => issue.severity === 'error');

export const wrappedData = ({ content, text, rawFile, issues }: WrappedOutput) => ({
  ...contentData(content, renderBullets(content.bullets, content.limit)),
  output_file: rawFile ?? null,
  issues,
  block: text,
});
