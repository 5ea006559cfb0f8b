import { performance } from 'node:perf_hooks';
import type { TokenCounter } from '../../src/kernel/ports/index.ts';
import { planCompression, TOKEN_LIMIT, type HandoffDocument } from '../../src/protocols/document/index.ts';
import type { Case, Contender } from '../frame/index.ts';
import { cutAtLimit, firstSentences, loadScan, ORIGINAL, ours, type Compressor } from './compressors.ts';
import { countFacts, findLostFacts, judgedDocuments } from './judged-documents.ts';

/** The share of facts that the next agent still finds, beside the two ways anybody would write first. */
export function factsCase(counter: TokenCounter, limit: number): Case {
  const documents = judgedDocuments();
  const contender = (compressor: Compressor): Contender => {
    let found = '';
    return {
      name: compressor.name,
      async measure() {
        let [kept, all] = [0, 0];
        for (const { document, facts } of documents) {
          const text = await compressor.compress(document, limit, counter);
          all += countFacts(facts, limit);
          kept += countFacts(facts, limit) - findLostFacts(text, facts, limit).length;
        }
        found = `${kept} of ${all}`;
        return (kept / all) * 100;
      },
      note: () => found,
    };
  };
  return {
    title: `facts kept of ${documents.length} documents at ${limit} tokens`,
    unit: '%',
    rounds: 1,
    ours: contender(ours),
    peers: [contender(cutAtLimit), contender(firstSentences)],
    ...(limit === 2_000 ? { target: { limit: 90 } } : {}),
  };
}

const MEGABYTE = 1_000_000;

const step = (round: number, index: number): string =>
  `Step ${index} of run ${round}: the form posts to /api/login${index % 100} and the ${
    ['token', 'cookie', 'header', 'session'][index % 4]
  } is kept in memory only.`;

/** New content every round: a count that is cached would be no count. */
const CONTENTS: Readonly<Record<string, (round: number, count: number) => HandoffDocument['handoff']['payload']>> = {
  'text in the working context': (round, count) => ({
    working: { notes: Array.from({ length: count }, (_, index) => step(round, index)).join(' ') },
  }),
  'records in the working context': (round, count) => ({
    working: { rows: Array.from({ length: count }, (_, index) => ({ id: index, round, note: step(round, index) })) },
  }),
  'state of a session': (round, count) => ({
    working: {},
    session: { state: { history: Array.from({ length: count }, (_, index) => step(round, index)) } },
  }),
};

/** Compression of documents of a megabyte, in memory. */
export function compressionCases(counter: TokenCounter, base: HandoffDocument): Case[] {
  return Object.entries(CONTENTS).map(([what, contentOf]) => {
    let round = 0;
    let bytes = 0;
    return {
      title: `compression of 1 MB: ${what}`,
      unit: 'ms',
      ours: {
        name: 'planCompression',
        async measure() {
          round += 1;
          const per = JSON.stringify(contentOf(round, 100)).length / 100;
          const payload = contentOf(round, Math.ceil(MEGABYTE / per));
          const document = { handoff: { ...base.handoff, payload } };
          bytes = Buffer.byteLength(JSON.stringify(document));
          const beganMs = performance.now();
          const { fits } = await planCompression(document, ORIGINAL, counter, TOKEN_LIMIT, loadScan);
          if (!fits) throw new Error('the document of the benchmark does not fit');
          return performance.now() - beganMs;
        },
        note: () => `${bytes} bytes`,
      },
      target: { limit: 300 },
    } satisfies Case;
  });
}
