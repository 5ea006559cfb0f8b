/** Leaves out what Baton itself writes into a manifest: checksums, commits, ids and times. */
import { isGeneratedForm } from '../kernel/generated-form.ts';

const MANIFEST = /(?:^|[/\\])MANIFEST\.json$/;
/** A member with a string of one word; everything else in a manifest was written by somebody. */
const MEMBER = /"(\w{1,40})"\s{0,4}:\s{0,4}"([^"\\\s]{1,200})"/g;
const COMMIT = /^[0-9a-f]{7,64}$/;
const COMMIT_FIELDS: ReadonlySet<string> = new Set(['commit']);

/** The text with such values blank, each in its place, so that findings keep their positions. */
export function blankOwnFields(text: string, file: string | undefined): string {
  if (file === undefined || !MANIFEST.test(file)) return text;
  return text.replaceAll(MEMBER, (member, name: string, value: string) =>
    isGeneratedForm(value) || (COMMIT_FIELDS.has(name) && COMMIT.test(value))
      ? `${member.slice(0, -value.length - 1)}${' '.repeat(value.length)}"`
      : member,
  );
}
