import type { Finding } from '../../kernel/finding.ts';
import { hasText, type RawBlock, type RawField } from './collect-blocks.ts';
import { createIssue, type IssueRule } from './issues.ts';
import { readValue, type FieldValue } from './read-fields.ts';
import type { MarkerLine } from './scan-markers.ts';
import type { MarkerName } from './schema.ts';

/** No value of a real block comes near; what lies beyond is not looked at. */
const VALUE_WINDOW = 16 * 1024;

/** One block in its text, and what is found to be wrong with it. */
export class BlockSource {
  readonly text: string;
  readonly raw: RawBlock;
  readonly #issues: Finding[] = [];

  constructor(text: string, raw: RawBlock) {
    this.text = text;
    this.raw = raw;
  }

  /** In the order of their lines. */
  get issues(): readonly Finding[] {
    return this.#issues.toSorted((a, b) => a.line - b.line);
  }

  report(rule: IssueRule, marker: MarkerLine, message: string, severity?: Finding['severity']): void {
    const { line, start, markerStart, end } = marker;
    const excerpt = this.text.slice(markerStart, Math.min(end, markerStart + VALUE_WINDOW));
    const place = { line, column: markerStart - start + 1, endLine: line, endColumn: end - start + 1, excerpt };
    this.#issues.push(createIssue(rule, place, message, severity));
  }

  /** A marker that has a value. */
  field(name: MarkerName): RawField | undefined {
    const field = this.raw.fields.get(name);
    return hasText(this.text, field) ? field : undefined;
  }

  /** What follows the marker on its line. */
  valueOf({ marker }: RawField, window = VALUE_WINDOW): FieldValue {
    return readValue(this.text.slice(marker.valueStart, Math.min(marker.end, marker.valueStart + window)));
  }
}
