import {
  A2AError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import { BatonError, ERRORS, isBatonError } from '../../kernel/errors/index.ts';

/** An error of Baton in the words of A2A; anything else stays what it is. */
export function toA2aError(error: unknown, doing: 'send' | 'cancel' | 'read' = 'read'): unknown {
  if (!isBatonError(error) || error instanceof A2AError) return error;
  switch (error.code) {
    case 'TASK_NOT_FOUND':
      return new TaskNotFoundError(error.message);
    case 'TASK_ENDED':
    case 'TASK_MOVE_REFUSED':
      return doing === 'cancel'
        ? new TaskNotCancelableError(error.message)
        : new UnsupportedOperationError(error.message);
    case 'MESSAGE_REFUSED':
    case 'INPUT_INVALID':
    case 'INPUT_TOO_LARGE':
      return new RequestMalformedError(error.message);
    default:
      return error;
  }
}

/** What failed on this machine is no business of a caller outside: it gets the kind of failure, without a path. */
export function withoutPlaces(error: unknown): unknown {
  if (error instanceof A2AError) return error;
  const code = isBatonError(error) ? error.code : 'INTERNAL';
  return new BatonError(code, `${ERRORS[code].meaning} (${code})`);
}
