import { isPublicExample } from './public-examples.ts';

/** Values that only look like secrets: made-up examples, names of variables, references to somewhere else. */
const WORDS =
  /(?:^|[^a-z])(?:example|sample|dummy|fake|placeholder|changeme|change[-_]me|your[-_ ]?\w*|insert|replace[-_]?me|todo|redacted|hidden|masked|secret[-_]?here|token[-_]?here|key[-_]?here|my[-_](?:key|token|secret|password)|foobar|lorem|undefined|null|none|true|false|test[-_]?(?:key|token|secret|password)?|not[-_]a[-_]real|xxx+)(?:$|[^a-z])|example|dummy|fakefake|placeholder|changeme|redacted|xxxx|1234567890?|abcdef(?:gh|01|12)|deadbeef|abc123|hello[-_]?world|iosfodnn7|hunter2|qwerty|letmein|(?:1234-){2}|(?:token|string|key|secret|password)-?_?here|#{4}|\.\.\.|…|\*{3}/i;
const REFERENCE =
  /^(?:\$|%|<|\{\{|\[|process\.env|os\.environ|env\.|secrets?\.|vault:|op:\/\/|arn:|ref:|@)|\$\{|\$\(|\{\{|<[a-z_ -]+>|%[A-Z_]+%/i;

export const isPlaceholder = (value: string): boolean =>
  isPublicExample(value) || WORDS.test(value) || REFERENCE.test(value) || isRepetition(value) || isSequence(value);

/** Few different characters: `XXXXXXXX`, `0000-0000`. */
function isRepetition(value: string): boolean {
  return new Set(value).size <= Math.min(4, value.length / 3);
}

/** Runs such as abcdefgh or 12345678. */
function isSequence(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i += 1) {
    if (value.charCodeAt(i) - value.charCodeAt(i - 1) === 1) steps += 1;
  }
  return value.length >= 8 && steps >= value.length * 0.6;
}
