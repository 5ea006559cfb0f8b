import type { AuditLog } from '../../kernel/ports/index.ts';

/** An audit log that is opened when it is first needed: it may be in a database. */
export function createLateAuditLog(openLog: () => Promise<AuditLog>): AuditLog {
  let opened: AuditLog | undefined;
  const open = async (): Promise<AuditLog> => (opened = await openLog());
  return {
    append: async (drafts) => await (await open()).append(drafts),
    decide: async (question, decide) => await (await open()).decide(question, decide),
    ask: async (question) => await (await open()).ask(question),
    entries: async function* (filter) {
      yield* (await open()).entries(filter);
    },
    verify: async (anchors) => await (await open()).verify(anchors),
    rekey: async (note, anchors) => await (await open()).rekey(note, anchors),
    prove: async (seq) => await (await open()).prove(seq),
    head: async () => await (await open()).head(),
    acceptLoss: async (decide) => await (await open()).acceptLoss(decide),
    remember: async () => await (await open()).remember(),
    transfer: {
      read: async function* () {
        yield* (await open()).transfer.read();
      },
      isEmpty: async () => await (await open()).transfer.isEmpty(),
      write: async (pieces) => await (await open()).transfer.write(pieces),
    },
    close: async () => await opened?.close(),
  };
}
