import { A2A_PROTOCOL_VERSION, type AgentCard, type AgentSkill } from '@a2a-js/sdk';
import type { SkilledAgent } from '../../relay/inbound/index.ts';
import { VERSION } from '../../kernel/version.ts';

export const JSON_RPC_PATH = '/a2a';
export const REST_PATH = '/a2a/v1';
const MODES = ['text/plain', 'text/markdown', 'application/json'];

export interface CardFacts {
  /** What the project is called. */
  readonly project: string;
  readonly pushNotifications: boolean;
}

/** Who Baton is, at this address: one skill per agent that it can give work to. */
export function buildCard(
  address: string,
  { project, pushNotifications }: CardFacts,
  agents: readonly SkilledAgent[],
): AgentCard {
  const at = (path: string, protocolBinding: string) => ({
    url: `${address}${path}`,
    protocolBinding,
    tenant: '',
    protocolVersion: A2A_PROTOCOL_VERSION,
  });
  return {
    name: `Baton: ${project}`,
    description:
      'Takes work as tasks, hands it to the agents of this project and answers with their results. Name a skill in the metadata of a message (skillId) to choose the agent.',
    supportedInterfaces: [at(JSON_RPC_PATH, 'JSONRPC'), at(REST_PATH, 'HTTP+JSON')],
    provider: undefined,
    version: VERSION,
    capabilities: { streaming: true, pushNotifications, extendedAgentCard: false, extensions: [] },
    securitySchemes: {
      bearer: {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: { description: 'The token of the daemon.', scheme: 'Bearer', bearerFormat: '' },
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: [...MODES],
    defaultOutputModes: [...MODES],
    skills: agents.length === 0 ? [ANY] : agents.map(toSkill),
    signatures: [],
  };
}

const plain = { examples: [], inputModes: [], outputModes: [], securityRequirements: [] };

/** A card has at least one skill; agents may also come and claim work themselves. */
const ANY: AgentSkill = {
  ...plain,
  id: 'task',
  name: 'Task',
  description: 'Work for whichever agent takes it.',
  tags: ['task'],
};

/** A skill has tags: an empty list would not be written at all. */
const toSkill = ({ id, role, team, tags }: SkilledAgent): AgentSkill => ({
  ...plain,
  id,
  name: id,
  description: [`Work for the agent ${id}`, ...(role === undefined ? [] : [`(${role})`])].join(' '),
  tags: tagsOf([...tags, ...(role === undefined ? [] : [role]), ...(team === undefined ? [] : [team])]),
});

const tagsOf = (words: readonly string[]): string[] => (words.length === 0 ? [...ANY.tags] : [...new Set(words)]);
