import { given } from '../../../kernel/given.ts';
import { countBefore, durationIn, matchLines, type Failure, type Recogniser } from './tool-result.ts';

const RESULT = /^test result: (?:ok|FAILED)\. (.+)$/;
const FAILED = /^test (.+) \.\.\. FAILED$/;
const ERROR = /^error(?:\[E\d+\])?: (.+)$/;
const NOT_COMPILED = /^error: could not compile `([^`]+)`.* due to (\d+) previous errors?/;

export const recogniseCargoTest: Recogniser = (lines) => {
  const results = matchLines(lines, RESULT).map(([, counts = '']) => counts);
  if (results.length === 0) return undefined;
  const sum = (word: string): number => results.reduce((total, counts) => total + countBefore(counts, word), 0);
  const durations = results.map((counts) => durationIn(/finished in (.+)$/.exec(counts)?.[1] ?? '').durationMs ?? 0);
  return {
    tool: 'cargo test',
    kind: 'test',
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('ignored'),
    failures: matchLines(lines, FAILED).map(([, name = '']) => ({ name, ...messageOf(lines, name) })),
    durationMs: durations.reduce((total, ms) => total + ms, 0),
  };
};

/** `---- name stdout ----`, then what panicked; newer versions say it on the line below. */
function messageOf(lines: readonly string[], name: string): { readonly message?: string } {
  const at = lines.indexOf(`---- ${name} stdout ----`);
  if (at === -1) return {};
  const said = lines.slice(at + 1, at + 8);
  const index = said.findIndex((line) => /panicked at/.test(line));
  const inline = /panicked at '(.+?)', /.exec(said[index] ?? '')?.[1];
  const message = inline ?? (index === -1 ? undefined : said[index + 1]?.trim());
  return message === undefined || message === '' ? {} : { message };
}

export const recogniseCargoBuild: Recogniser = (lines) => {
  const stops = matchLines(lines, NOT_COMPILED);
  if (stops.length === 0) return undefined;
  const places = matchLines(lines, /^\s+--> ([^:]+):\d+:\d+$/).map(([, place = '']) => place);
  const failures: Failure[] =
    places.length > 0 ? places.map((place) => ({ place })) : stops.map(([, place = '']) => ({ place }));
  const first = matchLines(lines, ERROR)[0]?.[1];
  return {
    tool: 'cargo',
    kind: 'build',
    failed: stops.reduce((total, [, , count]) => total + Number(count), 0),
    failures,
    ...given({ first }),
  };
};
