import { sha256Hex } from '../../../kernel/hash.ts';
import type { AuditLog } from '../../../kernel/ports/index.ts';
import type { Transaction } from '../transactions.ts';

/** The same log inside a transaction: what is added is stored with all the rest of it, or not at all. */
export const createAuditWithin = (log: AuditLog, transaction: Transaction): AuditLog => {
  const decide: AuditLog['decide'] = async (question, decideOn) => {
    const [answer] = await transaction.append([{ question, decide: decideOn }]);
    if (answer === undefined || 'refusal' in answer) throw answer?.refusal;
    return answer.receipts;
  };
  return {
    append: async (drafts) => await decide({}, () => drafts),
    decide,
    ask: async (question) => await log.ask(question),
    entries: (filter) => log.entries(filter),
    verify: async (anchors) => await log.verify(anchors),
    rekey: async (note, anchors) => await log.rekey(note, anchors),
    prove: async (seq) => await log.prove(seq),
    head: async () => await log.head(),
    acceptLoss: async (decideOnLoss) => await log.acceptLoss(decideOnLoss),
    remember: async () => await log.remember(),
    transfer: log.transfer,
    close: async () => undefined,
  };
};

const DIGITS = 16;

/** A machine may work with several databases and schemas: it remembers each log by itself. User and password do not matter. */
export const markNameOf = (address: string, schema: string): string => {
  const place = address.replace(/^[a-z]+:\/\/(?:[^@/?#]*@)?/, '').replace(/[?#].*$/, '');
  return `audit-mark-${sha256Hex(`${place} ${schema}`).slice(0, DIGITS)}.json`;
};
