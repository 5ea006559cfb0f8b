/** The registry `baton govern init` creates: small enough to read in a minute, complete enough to hand off with. */
import type { AgentType } from './schema.ts';

interface StarterAgent {
  readonly id: string;
  readonly type: AgentType;
  readonly name: string;
  readonly purpose: string;
  readonly composition?: Readonly<Record<string, number>>;
  readonly prompt: readonly string[];
}

const VERSION = '1.0.0';
const FOLDER = 'prompts';

const STARTERS: readonly StarterAgent[] = [
  {
    id: 'domain-01-product',
    type: 'domain',
    name: 'Product',
    purpose: 'What to build and for whom',
    prompt: [
      '## Scope',
      '',
      '### IN SCOPE',
      '- Requirements and acceptance criteria',
      '- Priorities and roadmap',
      '',
      '### OUT OF SCOPE',
      '- Architecture and code (Domain 02)',
      '',
      '## Collaboration Boundaries',
      '- **With Domain 02 (Engineering):** Hand over requirements, ask for effort and feasibility',
    ],
  },
  {
    id: 'domain-02-engineering',
    type: 'domain',
    name: 'Engineering',
    purpose: 'How it is built',
    prompt: [
      '## Scope',
      '',
      '### IN SCOPE',
      '- Architecture, code and tests',
      '- Effort and technical risk',
      '',
      '### OUT OF SCOPE',
      '- Requirements and priorities (Domain 01)',
      '',
      '## Collaboration Boundaries',
      '- **With Domain 01 (Product):** Ask back about requirements, report feasibility',
    ],
  },
  {
    id: 'delivery-lead',
    type: 'archetype',
    name: 'Delivery Lead',
    purpose: 'Brings a feature from idea to release',
    composition: { 'domain-01-product': 40, 'domain-02-engineering': 60 },
    prompt: [
      '## Collaboration with Other Domains',
      '- **With Domain 01 (Product):** Settle scope',
      '- **With Domain 02 (Engineering):** Settle the plan',
    ],
  },
  {
    id: 'orchestrator',
    type: 'orchestrator',
    name: 'Orchestrator',
    purpose: 'Passes work on between agents, never around a boundary',
    prompt: ['## Duty', '', 'Pass each request to the agent whose scope it is in, and name the handoff it came from.'],
  },
];

/** Paths relative to the root, with their content; the lock is made from them afterwards. */
export function planStarter(): ReadonlyMap<string, string> {
  const files = new Map(STARTERS.map((agent) => [fileOf(agent), renderPrompt(agent)]));
  return files.set('prompt-manifest.json', renderStarterManifest());
}

const fileOf = ({ id }: StarterAgent): string => `${FOLDER}/${id}.md`;

const renderPrompt = (agent: StarterAgent): string =>
  [`# ${agent.name}`, '', `${agent.purpose}.`, '', ...agent.prompt, ''].join('\n');

function renderStarterManifest(): string {
  const manifest = {
    version: VERSION,
    domains: sectionOf('domain'),
    archetypes: sectionOf('archetype'),
    orchestrators: sectionOf('orchestrator'),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const sectionOf = (type: AgentType): Record<string, unknown> =>
  Object.fromEntries(STARTERS.filter((agent) => agent.type === type).map((agent) => [agent.id, toRow(agent)]));

function toRow(agent: StarterAgent): Record<string, unknown> {
  const row = { name: agent.name, file: fileOf(agent), canonical_id: agent.id, version: VERSION };
  if (agent.type === 'domain') return { ...row, scope: agent.purpose };
  return agent.composition === undefined ? row : { ...row, composition: agent.composition, purpose: agent.purpose };
}
