import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/kernel/json.ts';
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

/** Text of a few sentences repeated up to so many times; sometimes one long run without a space. */
const text = (times: number): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.array(sentence, { maxLength: 6 }), fc.integer({ min: 1, max: times }))
        .map(([list, count]) => `${list.join(' ')} `.repeat(count).trim()),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: times * 40 }).map((length) => 'ab'.repeat(length)) },
  );

const value = (times: number): fc.Arbitrary<Json> =>
  fc.oneof(text(times), fc.integer(), fc.boolean(), fc.constant(null), fc.array(text(times), { maxLength: 4 }));

const record = (names: number, times: number): fc.Arbitrary<JsonObject> =>
  fc.dictionary(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 10 }).filter((name) => name !== '__proto__'),
    value(times),
    {
      maxKeys: names,
      noNullPrototype: true,
    },
  );

const texts = (times: number): fc.Arbitrary<string[]> => fc.array(text(times), { maxLength: 6 });

const maybe = <T>(name: string, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .option(arbitrary, { nil: undefined })
    .map((found): Record<string, T> => (found === undefined ? {} : { [name]: found }));

/** A valid document; the larger `times`, the longer its texts. */
export function arbitraryDocument(times: number): fc.Arbitrary<HandoffDocument> {
  const { handoff } = smallDocument();
  return fc
    .record({
      summary: text(20).map((long) => [...`S ${long}`].slice(0, 500).join('')),
      context: fc.tuple(
        maybe('original_prompt', text(times)),
        maybe('known_gaps', texts(4)),
        maybe('success_criteria', texts(4)),
      ),
      expires: maybe('expires_at', fc.constant('2030-01-01T00:00:00Z')),
      working: fc.tuple(record(8, times), maybe('nested', fc.record({ deep: record(3, times) }))),
      session: maybe('session', fc.record({ state: record(6, times) })),
      references: maybe(
        'references',
        fc.record({ files: fc.array(fc.record({ path: text(1), description: text(2) }), { maxLength: 8 }) }),
      ),
      extra: maybe('extra', value(times)),
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
