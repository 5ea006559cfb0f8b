import { BatonError } from '../../../../kernel/errors/index.ts';
import { listClaims, trust as changeTrust, type ClaimRow } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

const ACTIONS = ['list', 'add', 'verify', 'drop'] as const;

export const trust = defineCommand({
  operands: '[list|add|verify|drop] [PROPERTY]',
  takes: [0, 2],
  about:
    'The trust register: which assertions are verified, and until when. A verified assertion that has expired counts as assumed.',
  flags: {
    ttl: {
      kind: 'text',
      value: 'TTL',
      about: 'How long it holds: 12h, 3d, 2w, or 20c for twenty commits; default by kind of assertion.',
    },
    run: { kind: 'text', value: 'CMD', about: 'Run this command; only exit code 0 makes the assertion verified.' },
    status: {
      kind: 'text',
      value: 'STATUS',
      choices: ['verified', 'assumed', 'untested', 'unknown'],
      about: 'Status of an added assertion; default assumed.',
    },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton trust', does: 'list the assertions' },
    { run: 'baton trust add "Build passes" --run "npm run build"', does: 'verified if the command exits with 0' },
    { run: 'baton trust verify "Build passes" --ttl 3d', does: 'verified by hand: good for three days' },
  ],
  async run({ operands: [word = 'list', property], flags, globals, platform }) {
    const action = ACTIONS.find((name) => name === word);
    if (action === undefined) throw new BatonError('USAGE_INVALID', `${word} is not one of ${ACTIONS.join(', ')}`);
    if (action === 'list') {
      const claims = await listClaims(await platform());
      return { kind: 'value', data: { claims }, text: (style) => renderClaims(claims, style) };
    }
    if (property === undefined)
      throw new BatonError('USAGE_INVALID', `name the assertion: baton trust ${action} PROPERTY`);
    const result = await changeTrust(await platform(), {
      action,
      property,
      ttl: flags.ttl,
      run: flags.run,
      status: flags.status,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    const failed = result.probe !== null && result.probe.exit !== 0;
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        [
          ...(globals.dryRun && flags.run !== undefined
            ? [`${style.yellow('not run')}  ${flags.run}: its exit code will decide`, '']
            : []),
          ...(failed
            ? [
                `${style.red('failed')}  ${result.probe?.command} ended with ${result.probe?.exit ?? 'a signal'}: not verified`,
                '',
              ]
            : []),
          renderClaims(result.claims, style),
        ].join('\n'),
      exit: failed ? 1 : 0,
    };
  },
});

function renderClaims(claims: readonly ClaimRow[], style: Style): string {
  if (claims.length === 0) return 'There are no assertions yet: baton trust add PROPERTY';
  const paint = ({ effective, expired }: ClaimRow): string =>
    expired ? style.yellow(`${effective} (expired)`) : effective === 'verified' ? style.green(effective) : effective;
  return renderTable([
    ['PROPERTY', 'COUNTS AS', 'EXPIRES', 'TTL'].map(style.dim),
    ...claims.map((claim) => [claim.property, paint(claim), claim.expires ?? 'no date', claim.ttl]),
  ]);
}
