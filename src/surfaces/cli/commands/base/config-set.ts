import { getSetting, maskSetting } from '../../../../kernel/config/index.ts';
import { setSetting } from '../../../../relay/authority/index.ts';
import { defineCommand } from '../../command.ts';

export const configSet = defineCommand({
  operands: 'KEY VALUE',
  takes: [2, 2],
  about:
    'Writes a setting to baton.config.json, or to your own file with --user. What you set here is approved on this machine; others who clone the project are asked.',
  flags: {
    user: {
      kind: 'switch',
      about: 'Write it to your own file: it applies to every project; a project can only be stricter.',
    },
  },
  examples: [
    { run: 'baton config set guard quarantine', does: 'a stricter guard for everybody on the project' },
    { run: 'baton config set store postgres://app@db.example.org/baton', does: 'tasks in PostgreSQL' },
    { run: 'baton config set guard quarantine --user', does: 'the minimum you accept in any project' },
  ],
  async run({ operands, flags, globals, platform }) {
    const [key = '', value = ''] = operands;
    const set = await setSetting(await platform(), { key, value, forUser: flags.user, dryRun: globals.dryRun });
    const shown = maskSetting(getSetting(set.key), set.value);
    return {
      kind: 'value',
      data: { ...set, value: shown },
      text: () => `${set.key} is ${String(shown)} (${set.path})`,
    };
  },
});
