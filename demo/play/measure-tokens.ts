import type { Platform } from '../../src/kernel/ports/index.ts';
import type { Stage } from './stage.ts';
import type { Telling } from './telling.ts';

export interface TokenRow {
  readonly what: string;
  readonly full: number;
  readonly sent: number;
  readonly method: string;
}

/** The size of what was handed over, next to the size of the original. Counted, not guessed. */
export async function measureTokens(
  platform: Pick<Platform, 'tokens'>,
  stage: Stage,
  { document = '', summary = '', details = '' }: Partial<Telling>,
): Promise<readonly TokenRow[]> {
  const { tokens } = platform;
  const row = async (what: string, full: string, sent: string): Promise<TokenRow> => ({
    what,
    full: await tokens.count(full),
    sent: await tokens.count(sent),
    method: tokens.method,
  });
  return [
    await row('handoff document', await readOriginal(stage), document),
    await row("the tester's answer", details, summary),
    await measureProject(stage, tokens.method),
  ];
}

/** The whole document is in the sender's session folder before the short one is written. */
async function readOriginal(stage: Stage): Promise<string> {
  for (const session of await stage.list('.baton/sessions')) {
    const folder = `.baton/sessions/${session}/handoffs`;
    const name = (await stage.list(folder)).find((file) => file.startsWith('session'));
    if (name !== undefined) return await stage.read(`${folder}/${name}`);
  }
  return '';
}

/** What the next session reads to go on, beside all the handoff files. */
async function measureProject(stage: Stage, method: string): Promise<TokenRow> {
  const { data } = await stage.baton(['savings']);
  const [first] = Array.isArray(data['scenarios']) ? data['scenarios'] : [];
  const scenario = typeof first === 'object' && first !== null && !Array.isArray(first) ? first : {};
  return {
    what: 'project state',
    full: Number(scenario['full'] ?? 0),
    sent: Number(scenario['layered'] ?? 0),
    method,
  };
}
