import { basename } from 'node:path';
import type { Platform } from '../../kernel/ports/index.ts';
import { composeOrientation, type OrientationRequest, type OrientationView } from './reading/compose-orientation.ts';
import { planNote } from './folder/plan-note.ts';
import { findHandoff } from './folder/read-handoff.ts';

/** For what kind of work, and at what cost, a reader is oriented. */
export interface OrientRequest extends OrientationRequest {
  /** Write nothing, not even the warning about changed files. */
  readonly readOnly: boolean;
}

/** What the next session has to know, within its budget. */
export interface Orientation extends OrientationView {
  /** Files whose change was written down in LOG.md by this call. */
  readonly logged: readonly string[];
}

/** The health check, and what to read now for this kind of work. */
export async function orient(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tokens'
  >,
  request: OrientRequest,
): Promise<Orientation> {
  const found = await findHandoff(platform);
  const isNoted = request.readOnly || found === undefined || planNote(found) === undefined;
  // Writing is loaded when there is something to write down: most calls find everything as the manifest says.
  const logged = isNoted ? [] : await (await import('./change/note-mismatches.ts')).noteMismatches(platform);
  const handoff = logged.length === 0 ? found : ((await findHandoff(platform)) ?? found);
  const orientation = await composeOrientation(platform, handoff, request);
  if (orientation.mode === 'idle' && !request.readOnly) tellOwner(platform);
  return { ...orientation, logged };
}

/** Work cannot go on without a person: there is nothing to do, and nobody else to say so. */
function tellOwner(platform: Pick<Platform, 'notifier' | 'project'>): void {
  const { owner } = platform.project.settings.values;
  platform.notifier.notify({
    type: 'project.idle',
    text: `${basename(platform.project.root)}: NEXT_ACTIONS.md and DASHBOARD.md name nothing to do`,
    payload: { project: basename(platform.project.root), ...(owner === null ? {} : { owner }) },
    ...(owner === null ? {} : { channel: owner }),
  });
}
