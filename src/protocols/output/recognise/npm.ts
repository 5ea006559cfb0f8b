import { matchLines, type Recogniser } from './tool-result.ts';

const ERROR = /^npm (?:ERR!|error) ?(.*)$/;
const FIELD = /^(code|path|syscall|errno|command|signal|workspace) (.+)$/;

/** npm 6 to 9 say ERR!, later ones error. */
export const recogniseNpm: Recogniser = (lines) => {
  const said = matchLines(lines, ERROR).map(([, text = '']) => text.trim());
  if (said.length === 0) return undefined;
  const code = said.map((text) => FIELD.exec(text)).find((match) => match?.[1] === 'code')?.[2];
  const reason = said.find((text) => text !== '' && !FIELD.test(text) && !text.startsWith('A complete log'));
  const first = [code, reason?.replace(/^(?:[a-z]?e[a-z]+|\d{3}) (?=[A-Z'])/, '')]
    .filter((part) => part !== undefined)
    .join(': ');
  return { tool: 'npm', kind: 'build', failed: 1, failures: [], ...(first === '' ? {} : { first }) };
};
