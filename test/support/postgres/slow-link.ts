import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes time; half of it in each direction. */
export interface SlowLink {
  readonly port: number;
  delayMs: number;
  /** Nothing arrives any more, in either direction, and nobody is told; what was sent arrives when this ends. */
  isSilent: boolean;
  close(): Promise<void>;
}

const LOOK_MS = 20;

async function passOn(
  before: Promise<void>,
  due: number,
  link: { readonly isSilent: boolean },
  act: () => void,
): Promise<void> {
  await before;
  const waitMs = due - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  while (link.isSilent) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  act();
}

export async function startSlowLink(target: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const link = { delayMs: 0, isSilent: false };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = (): void => void [client, upstream].map((socket) => socket.destroy());
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true).on('error', () => undefined);
      // In order, however the delay changes.
      let last = Promise.resolve();
      from.once('close', () => {
        sockets.delete(from);
        void passOn(last, Date.now(), link, end);
      });
      from.on('data', (piece: Buffer) => {
        const due = Date.now() + link.delayMs / 2;
        last = passOn(last, due, link, () => {
          if (!to.destroyed) to.write(piece);
        });
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get delayMs() {
      return link.delayMs;
    },
    set delayMs(value: number) {
      link.delayMs = value;
    },
    get isSilent() {
      return link.isSilent;
    },
    set isSilent(value: boolean) {
      link.isSilent = value;
    },
    close: async () => {
      link.isSilent = false;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
