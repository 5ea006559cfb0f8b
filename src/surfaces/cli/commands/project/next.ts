import { BatonError } from '../../../../kernel/errors/index.ts';
import { PRIORITIES, type Priority } from '../../../../protocols/project/index.ts';
import { listNext, next as change, type ActionRow, type NextList } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

const ACTIONS = ['list', 'add', 'done', 'block'] as const;

export const next = defineCommand({
  operands: '[list|add|done|block] [ITEM]',
  takes: [0, 2],
  about:
    'Next actions: at most five active ones. With --after or --priority they become a graph of tasks in the manifest.',
  flags: {
    reason: { kind: 'text', value: 'TEXT', about: 'What blocks the item.' },
    after: { kind: 'list', value: 'ID', about: 'A task that must be done first; may be given several times.' },
    priority: { kind: 'text', value: 'P', choices: PRIORITIES, about: 'critical, high, medium or low.' },
    'assigned-to': { kind: 'text', value: 'NAME', about: 'Who works on it.' },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton next', does: 'what to do next' },
    { run: 'baton next add "Fix the CORS header"', does: 'one more' },
    { run: 'baton next done 1', does: 'the first one is finished' },
    { run: 'baton next block "database migration" --reason "needs credentials"', does: 'it waits' },
    { run: 'baton next add "Deploy" --after T-001 --priority high', does: 'a task of the graph, after another' },
  ],
  async run({ operands: [word = 'list', item], flags, globals, platform }) {
    const action = ACTIONS.find((name) => name === word);
    if (action === undefined) throw new BatonError('USAGE_INVALID', `${word} is not one of ${ACTIONS.join(', ')}`);
    if (action !== 'list' && item === undefined)
      throw new BatonError('USAGE_INVALID', `name the item: baton next ${action} ITEM`);
    const list =
      action === 'list'
        ? await listNext(await platform())
        : await change(await platform(), {
            action,
            item: item ?? '',
            reason: flags.reason,
            after: flags.after,
            priority: PRIORITIES.find((name): name is Priority => name === flags.priority),
            assignedTo: flags['assigned-to'],
            sessionId: readSessionId(flags),
            dryRun: globals.dryRun,
          });
    return { kind: 'value', data: list, text: (style) => renderNext(list, style) };
  },
});

function renderNext(list: NextList, style: Style): string {
  const row = ({ id, title }: ActionRow): string => `${id === null ? '' : `${id} `}${title}`;
  const isReady = (item: ActionRow): boolean =>
    list.ready.some(({ id, title }) => (id === null ? title === item.title : id === item.id));
  const active = list.active.map(
    (item, index) => `${index + 1}. ${row(item)}${list.graph && isReady(item) ? style.green('  ready') : ''}`,
  );
  return [
    ...(active.length === 0 ? ['Nothing is active.'] : active),
    ...(list.ready.length > 1 && list.graph
      ? [style.dim(`${list.ready.map(({ id, title }) => id ?? `"${title}"`).join(', ')} can run in parallel`)]
      : []),
    ...list.overflow.map((item) => `${style.dim('over')}  ${row(item)}`),
    ...list.blocked.map((item) => `${style.yellow('wait')}  ${row(item)}`),
    ...list.completed.map((item) => `${style.green('done')}  ${row(item)}`),
  ].join('\n');
}
