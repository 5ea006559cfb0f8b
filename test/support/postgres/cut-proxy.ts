import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Where the one cut happens: at the n-th statement over all connections, before it goes on, while the server is at it, or
 * after it was answered.
 */
export interface Cut {
  readonly at: number;
  readonly when: 'before' | 'sent' | 'answered';
}

export interface CutProxy {
  readonly port: number;
  /** Statements that came by so far. */
  readonly count: number;
  readonly hasCut: boolean;
  /** Counts from here on, and cuts once. */
  arm(cut: Cut | undefined): void;
  close(): Promise<void>;
}

/** Simple queries and executions: the messages that make a server do something. */
const STATEMENTS = new Set(['Q'.charCodeAt(0), 'E'.charCodeAt(0)]);
/** A simple query is whole by itself; the server keeps nothing of an execution before it is told to be done with it. */
const ENDS = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)]);
const HEADER_BYTES = 5;

/** Stands between a client and PostgreSQL, reads the client's messages and breaks the connection where it is told. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const state = { cut: undefined as Cut | undefined, count: 0, hasCut: false };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = (): void => void [client, upstream].map((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true).once('close', () => {
        sockets.delete(socket);
        // What was sent on its way still arrives.
        if (!upstream.writableEnded) end();
      });
      socket.on('error', end);
    }
    let isStarted = false;
    let rest = Buffer.alloc(0);
    let isDeaf = false;
    let isLeaving = false;
    client.on('data', (piece: Buffer) => {
      rest = Buffer.concat([rest, piece]);
      for (let size = sizeOf(rest, isStarted); size !== undefined; size = sizeOf(rest, isStarted)) {
        const message = rest.subarray(0, size);
        rest = rest.subarray(size);
        if (isStarted && STATEMENTS.has(message[0] ?? 0)) {
          state.count += 1;
          if (state.cut?.at === state.count && !state.hasCut) {
            state.hasCut = true;
            if (state.cut.when === 'before') return end();
            if (state.cut.when === 'sent') isLeaving = true;
            else isDeaf = true;
          }
        }
        isStarted = true;
        upstream.write(message);
        if (isLeaving && ENDS.has(message[0] ?? 0)) {
          upstream.end();
          client.destroy();
          return;
        }
      }
    });
    upstream.on('data', (piece: Buffer) => {
      // The answer of a statement that was done, lost on its way.
      if (isDeaf && piece.includes(READY)) end();
      else if (!isDeaf) client.write(piece);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    get count() {
      return state.count;
    },
    get hasCut() {
      return state.hasCut;
    },
    arm: (cut) => Object.assign(state, { cut, count: 0, hasCut: false }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** ReadyForQuery: what the server says when a statement is over. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Of the first whole message; the very first one of a connection has no type byte. */
function sizeOf(bytes: Buffer, isStarted: boolean): number | undefined {
  const lengthAt = isStarted ? 1 : 0;
  if (bytes.length < HEADER_BYTES) return undefined;
  const size = bytes.readUInt32BE(lengthAt) + lengthAt;
  return bytes.length < size ? undefined : size;
}
