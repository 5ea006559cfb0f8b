/** Held by the daemon of a data dir. In a file of its own: most commands ask for it, few run a daemon. */
export const DAEMON_LOCK = 'daemon';
