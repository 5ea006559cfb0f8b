import type { ErrorRow } from './baton-error.ts';

/** Errors of the daemon's HTTP door. */
export const httpErrors = {
  PORT_IN_USE: {
    exit: 3,
    meaning: 'Another program already listens on the port.',
    hint: 'name another with --port, or 0 for any free one',
  },
  HOST_FOREIGN: {
    exit: 1,
    meaning: 'A request named a host this server does not answer to.',
    hint: 'use the address baton serve printed',
  },
  ORIGIN_FOREIGN: {
    exit: 1,
    meaning: 'A page of another origin called the server.',
    hint: 'open the board at the address baton serve printed',
  },
  TOKEN_MISSING: {
    exit: 1,
    meaning: 'A request that changes something came without the right token.',
    hint: 'open the board with baton board; a program sends Authorization: Bearer with the token in .baton/serve/token',
  },
  LOGIN_CODE_INVALID: {
    exit: 1,
    meaning: 'The code to open the board was already used, or is older than five minutes.',
    hint: 'run baton board for a new one',
  },
  SERVER_BUSY: {
    exit: 3,
    meaning: 'The server has more requests than it can answer now.',
    hint: 'try again in a second',
  },
  METHOD_UNKNOWN: { exit: 2, meaning: 'The address exists, but not with this method.', hint: 'see /openapi.json' },
  ADDRESS_UNKNOWN: { exit: 4, meaning: 'The API has nothing at this address.', hint: 'see /openapi.json' },
  BODY_TOO_SLOW: {
    exit: 3,
    meaning: 'The body of a request did not arrive in time.',
    hint: 'send it without pauses',
  },
  STREAMS_EXHAUSTED: {
    exit: 3,
    meaning: 'Too many clients listen for events at once.',
    hint: 'close some boards, or try again later',
  },
} as const satisfies Record<string, ErrorRow>;
