/** A longer one is cut by the server. */
const MAX_BYTES = 63;

/** How a process shows up among the sessions of the server: `baton ada 1234`. The host is cut, never the process. */
export function applicationName({ host, pid }: { readonly host: string; readonly pid: number }): string {
  const plain = host.replaceAll(/[^\x21-\x7e]/g, '?');
  return `baton ${plain.slice(0, MAX_BYTES - `baton  ${pid}`.length)} ${pid}`;
}
