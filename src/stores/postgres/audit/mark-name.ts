import { sha256Hex } from '../../../kernel/hash.ts';

const DIGITS = 16;

/** A machine may work with several databases and schemas: it remembers each log by itself. User and password do not matter. */
export const markNameOf = (address: string, schema: string): string => {
  const place = address.replace(/^[a-z]+:\/\/(?:[^@/?#]*@)?/, '').replace(/[?#].*$/, '');
  return `audit-mark-${sha256Hex(`${place} ${schema}`).slice(0, DIGITS)}.json`;
};
