import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes time; half of it in each direction. */
export interface SlowLink {
  readonly port: number;
  delayMs: number;
  close(): Promise<void>;
}

async function passOn(before: Promise<void>, due: number, write: () => void): Promise<void> {
  await before;
  const waitMs = due - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  write();
}

export async function startSlowLink(target: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const link = { delayMs: 0 };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = (): void => void [client, upstream].map((socket) => socket.destroy());
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true).on('error', end);
      from.once('close', () => {
        sockets.delete(from);
        end();
      });
      // In order, however the delay changes.
      let last = Promise.resolve();
      from.on('data', (piece: Buffer) => {
        const due = Date.now() + link.delayMs / 2;
        last = passOn(last, due, () => {
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
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
