import type { Criterion } from './foreign-task.ts';

const BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(?:#\d+\s+)?(.+)$/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/;

/** A list of criteria; undefined if the text is anything but a list. */
export function parseCriteria(text: string): Criterion[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^<!--.*-->$/.test(line.trim()));
  const criteria = lines.map(parseCriterion);
  return criteria.every((criterion) => criterion !== undefined) ? criteria : undefined;
}

function parseCriterion(line: string): Criterion | undefined {
  const box = BOX.exec(line);
  if (box !== null) return { text: (box[2] ?? '').trim(), isMet: box[1] !== ' ' };
  const bullet = BULLET.exec(line);
  return bullet === null ? undefined : { text: (bullet[1] ?? '').trim(), isMet: false };
}
