import { existsSync, readFileSync } from 'node:fs';
import { createScanner } from '../src/guard/index.ts';
import { MODEL } from '../src/guard/model/weights.gen.ts';
import { DATA_FOLDER, isCore, readSamples, type Sample } from '../scripts/guard/dataset.ts';
import { defineBenchmark, type Contender } from './frame/index.ts';

const SEED_GREP = /ignore.*instructions|system.*prompt|you are now|disregard/i;

/** Speed on honest Markdown, with what is found and wrongly flagged in the development data beside it. */
export const benchmark = defineBenchmark({
  about: 'scanning Markdown with and without the model, beside the first handoff lint’s grep',
  prepare({ quick }) {
    const samples = existsSync(DATA_FOLDER) ? readSamples() : [];
    const pages = readPages(samples, quick ? 0.5 : 4);
    const scanner = createScanner();
    const flags = (model: boolean) => (text: string) =>
      scanner.scan(text, { kinds: ['injection', 'structure'], model }).length > 0;
    const grep: Contender = {
      name: 'grep of the seed',
      measure: () => rate(pages, (text) => text.split('\n').some((line) => SEED_GREP.test(line))),
      note: () => describe(samples, (text) => text.split('\n').some((line) => SEED_GREP.test(line))),
    };
    const ours = (name: string, model: boolean): Contender => ({
      name,
      measure: () => rate(pages, (text) => scanner.scan(text, { model })),
      note: () => describe(samples, flags(model)),
    });
    return {
      cases: [
        {
          title: 'rules, secrets and personal data',
          unit: 'MB/s',
          ours: ours('baton, no model', false),
          peers: [grep],
          target: { limit: 20 },
        },
        {
          title: 'the same with the model',
          unit: 'MB/s',
          ours: ours('baton', true),
          peers: [grep],
          target: { limit: 5 },
        },
        {
          title: 'load rules and model',
          unit: 'ms',
          ours: {
            name: 'first scan',
            measure: () => {
              const start = performance.now();
              createScanner(MODEL).scan('x');
              return performance.now() - start;
            },
          },
          target: { limit: 15 },
        },
      ],
    };
  },
});

/** Honest sections joined to pages; this repository's own documents where the data is not there. */
function readPages(samples: readonly Sample[], megabytes: number): string[] {
  const honest = samples.filter((sample) => isCore(sample) && sample.kind !== 'json').map((sample) => sample.text);
  const page = honest.length > 0 ? honest.join('\n\n') : readFileSync('docs/rules.md', 'utf8');
  return Array.from({ length: Math.ceil((megabytes * 1e6) / page.length) }, () => page);
}

function rate(pages: readonly string[], work: (text: string) => unknown): number {
  const start = performance.now();
  let size = 0;
  for (const page of pages) {
    work(page);
    size += page.length;
  }
  return size / 1e6 / ((performance.now() - start) / 1000);
}

/** The shipped model saw this data: these figures say that nothing broke, docs/guard-evaluation.md says how good it is. */
function describe(samples: readonly Sample[], isFlagged: (text: string) => boolean): string {
  const share = (part: readonly Sample[]): string =>
    part.length === 0
      ? '-'
      : `${((100 * part.filter((sample) => isFlagged(sample.text)).length) / part.length).toFixed(1)} %`;
  return `finds ${share(samples.filter((sample) => sample.label === 'injection'))}, wrongly ${share(samples.filter(isCore))} (development data)`;
}
