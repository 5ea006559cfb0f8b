import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/kernel/index.ts';
import type { HandoffDocument } from '../../../src/protocols/document/index.ts';
import { smallDocument } from './sample-document.ts';

const WORDS = [
  'handoff',
  'agent',
  'token',
  'the',
  'of',
  'login',
  'Prüfung',
  'зачем',
  '表示',
  'build',
  'x',
  '🙂',
  'a_b',
];

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
);

const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 18 }), fc.constantFrom('.', '!', '?', '。', '\n', ''))
  .map(([words, end]) => words.join(' ') + end);

/** Text of up to so many sentences; sometimes one long run without a space. */
const text = (sentences: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.array(sentence, { maxLength: sentences }).map((list) => list.join(' ')) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: sentences * 40 }).map((length) => 'ab'.repeat(length)) },
  );

const value = (sentences: number): fc.Arbitrary<Json> =>
  fc.oneof(text(sentences), fc.integer(), fc.boolean(), fc.constant(null), fc.array(text(sentences), { maxLength: 4 }));

const record = (names: number, sentences: number): fc.Arbitrary<JsonObject> =>
  fc.dictionary(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 10 }).filter((name) => name !== '__proto__'),
    value(sentences),
    {
      maxKeys: names,
      noNullPrototype: true,
    },
  );

const texts = (sentences: number): fc.Arbitrary<string[]> => fc.array(text(sentences), { maxLength: 6 });

const maybe = <T>(name: string, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .option(arbitrary, { nil: undefined })
    .map((found): Record<string, T> => (found === undefined ? {} : { [name]: found }));

/** A valid document; the larger `sentences`, the longer its texts. */
export function arbitraryDocument(sentences: number): fc.Arbitrary<HandoffDocument> {
  const { handoff } = smallDocument();
  return fc
    .record({
      summary: text(20).map((long) => [...`S ${long}`].slice(0, 500).join('')),
      context: fc.tuple(
        maybe('original_prompt', text(sentences)),
        maybe('known_gaps', texts(4)),
        maybe('success_criteria', texts(4)),
      ),
      expires: maybe('expires_at', fc.constant('2030-01-01T00:00:00Z')),
      working: fc.tuple(record(8, sentences), maybe('nested', fc.record({ deep: record(3, sentences) }))),
      session: maybe('session', fc.record({ state: record(6, sentences) })),
      references: maybe(
        'references',
        fc.record({ files: fc.array(fc.record({ path: text(1), description: text(2) }), { maxLength: 8 }) }),
      ),
      extra: maybe('extra', value(sentences)),
      reason: maybe('handoff_reason', text(4)),
      tags: maybe(
        'tracing',
        fc.record({ tags: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text(2), { noNullPrototype: true }) }),
      ),
    })
    .map((parts) => ({
      handoff: {
        ...handoff,
        ...parts.expires,
        context: {
          ...handoff.context,
          summary: parts.summary,
          ...parts.context[0],
          ...parts.context[1],
          ...parts.context[2],
        },
        payload: {
          working: { ...parts.working[0], ...parts.working[1] },
          ...parts.session,
          ...parts.references,
          ...parts.extra,
        },
        meta: { ...handoff.meta, ...parts.reason },
        ...parts.tags,
      },
    }));
}
