import { isSha256Hex } from '../../../../kernel/hash.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Approval, AuthorityKind, AuthorityRequest, Platform } from '../../../../kernel/ports/index.ts';
import { listAsked, type Asked } from '../../../../relay/authority/index.ts';
import { defineCommand, type Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export const approve = defineCommand({
  operands: '[HASH…]',
  takes: [0, Infinity],
  listsRequests: true,
  about:
    'Shows what files of this project ask for on this machine (programs, connections, places, weaker settings) and approves exactly that, after a yes at the terminal. Any change needs a new approval. For machines: set BATON_APPROVED to the hash that is shown.',
  flags: {
    list: { kind: 'switch', about: 'Show what is approved for this project.' },
    revoke: { kind: 'switch', about: 'Revoke approvals: those that begin with HASH, or all of them.' },
  },
  examples: [
    { run: 'baton approve', does: 'look at what a clone asks for, and answer once' },
    { run: 'baton approve --list', does: 'what this machine lets the project do' },
    { run: 'baton approve --revoke', does: 'revoke all of it' },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.revoke) return await revoke(platform, operands);
    if (operands.length > 0)
      throw new BatonError('USAGE_INVALID', 'a hash goes with --revoke', {
        hint: 'baton approve alone lists what files of the project ask for; a task in review is approved with baton task move ID done',
      });
    if (flags.list) return presentApprovals(await platform.project.authority.list());
    const asked = await listAsked(platform);
    if (asked.requests.length === 0 || globals.dryRun || globals.json) return presentAsked(platform, asked, 0);
    await askPerson(platform, asked, io);
    await platform.project.authority.approve(asked.requests, 'approve');
    return {
      kind: 'value',
      data: { ...asked, approved: asked.requests.length },
      text: () =>
        `Approved ${count(asked.requests.length)}. Any change asks again; baton approve --revoke takes it back.`,
    };
  },
});

async function askPerson(platform: Pick<Platform, 'project'>, asked: Asked, io: Io): Promise<void> {
  if (platform.project.authority.isRun)
    throw new BatonError('APPROVAL_NEEDS_PERSON', 'a run of an agent cannot approve anything');
  if (!io.isInputTerminal)
    throw new BatonError(
      'APPROVAL_NEEDS_PERSON',
      `${count(asked.requests.length)} to answer, and nobody is at a terminal`,
    );
  io.remark(render(platform, asked, io.errorStyle));
  if (!(await io.confirm(`\nApprove ${count(asked.requests.length)}?`)))
    throw new BatonError('APPROVAL_NEEDS_PERSON', 'nothing was approved', {
      hint: 'answer y to approve what is shown',
    });
}

const count = (number: number): string => `${number} request${number === 1 ? '' : 's'}`;

const presentAsked = (platform: Pick<Platform, 'project'>, asked: Asked, approved: number): Outcome => ({
  kind: 'value',
  data: { ...asked, approved },
  exit: asked.requests.length === 0 ? 0 : 1,
  text: (style) =>
    asked.requests.length === 0 ? 'Nothing asks for anything that is not approved.' : render(platform, asked, style),
});

const TITLES: Readonly<Record<AuthorityKind, string>> = {
  program: 'start programs',
  connection: 'connect, with the credentials that go with it',
  identity: 'count as known agents',
  place: 'write outside the project',
  setting: 'weaken a check',
  allow: 'show agents what the guard would mark',
  state: 'go on with state of another installation',
};

function render({ project }: Pick<Platform, 'project'>, { requests, sha256, unread }: Asked, style: Style): string {
  const groups = (Object.keys(TITLES) as AuthorityKind[]).flatMap((kind) => {
    const rows = requests.filter((request) => request.kind === kind);
    return rows.length === 0 ? [] : [`\n${style.bold(TITLES[kind])}`, ...rows.map((row) => renderRequest(row, style))];
  });
  const broken = unread.map((line) => style.yellow(`not read: ${line}`));
  return [
    `Files in ${project.root} ask to`,
    ...groups,
    '',
    ...broken,
    style.dim(`SHA-256 ${sha256} (BATON_APPROVED for machines)`),
  ].join('\n');
}

const renderRequest = ({ asks, source }: AuthorityRequest, style: Style): string => `  ${asks}  ${style.dim(source)}`;

const presentApprovals = (approvals: readonly Approval[]): Outcome => ({
  kind: 'value',
  data: { approvals },
  text: (style) =>
    approvals.length === 0
      ? 'Nothing is approved for this project.'
      : renderTable(
          approvals.map(({ sha256, asks, at, by }) => [style.dim(sha256.slice(0, 12)), at, by, style.bold(asks)]),
        ),
});

async function revoke({ project }: Pick<Platform, 'project'>, hashes: readonly string[]): Promise<Outcome> {
  const wrong = hashes.find((hash) => !/^[0-9a-f]{8,64}$/.test(hash) || (hash.length === 64 && !isSha256Hex(hash)));
  if (wrong !== undefined)
    throw new BatonError('INPUT_INVALID', `${wrong} is not the beginning of a hash`, {
      hint: 'take at least 8 digits from baton approve --list',
    });
  const revoked = await project.authority.revoke(hashes.length === 0 ? undefined : hashes);
  return { kind: 'value', data: { revoked }, text: () => `Took back ${revoked} approval${revoked === 1 ? '' : 's'}.` };
}
