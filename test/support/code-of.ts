import { isBatonError } from '../../src/kernel/errors/index.ts';

/** What an attempt ended with: `ok`, the code of its BatonError, or any other error as text. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'ok';
  } catch (error) {
    return isBatonError(error) ? error.code : String(error);
  }
}

/** The same, with the path the error is about; the message must name it too. */
export async function codeAndPathOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'ok';
  } catch (error) {
    if (!isBatonError(error)) return String(error);
    const path = String(error.details['path']);
    return error.message.includes(path) ? `${error.code} ${path}` : `${error.code}, but the message hides ${path}`;
  }
}
