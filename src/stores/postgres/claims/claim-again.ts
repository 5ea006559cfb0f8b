import type { ClaimCall } from '../connection/claim-statements.ts';
import type { Connection } from '../connection/dial.ts';
import { isLost } from '../connection/failures.ts';
import { send, type Row, type Statements } from '../connection/statements.ts';

export interface Again {
  /** Where what was sent before was stored: the task it took, if it took one. */
  readonly found?: { readonly taskId: string | undefined };
  /** Where it was not, and there was something to claim now. */
  readonly row?: Row | undefined;
}

/**
 * For a claim that was sent and not answered: it may be stored, the server may be at it, or may begin with it only later.
 * While the inbox is held no claim is under way, so what was stored is found by its mark; and one that begins later finds
 * the mark that is left here and does nothing. Without a call, nothing is claimed and the mark alone is left.
 */
export async function claimAgain(
  connection: Connection,
  statements: Statements,
  mark: string,
  call?: ClaimCall,
): Promise<Again> {
  const { begin, commit, holdClaims, claimedWith, claim, keepMark, forbidMark } = statements;
  try {
    const [, , known = []] = await send(connection, [begin, holdClaims, claimedWith(mark)]);
    if (known[0] !== undefined) {
      await connection.query('ROLLBACK');
      const id = known[0]['task_id'];
      return { found: { taskId: typeof id === 'string' ? id : undefined } };
    }
    const work = call === undefined ? [forbidMark(mark)] : [claim(call), keepMark(mark)];
    const [rows = []] = await send(connection, [...work, commit]);
    return { row: rows[0] };
  } catch (error) {
    if (!isLost(error)) await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
