import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import type { Settings } from '../../../kernel/config/index.ts';
import type { Json } from '../../../kernel/json.ts';
import type { ProtocolEnvelope } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';

/** Why this message is not accepted as coming from the sender it names; undefined if it is. */
export function findDistrust(
  message: ProtocolEnvelope,
  policy: Settings['messages'],
  agents: readonly KnownAgent[],
): string | undefined {
  if (policy === 'open') return undefined;
  const agent = agents.find(({ id }) => id === message.fromAgent);
  if (agent === undefined) return `${message.fromAgent} is not a known agent`;
  if (policy === 'known') return undefined;
  if (agent.publicKey === undefined) return `${agent.id} has no key`;
  if (message.signature === undefined) return 'the message is not signed';
  return isSignedBy(message, agent.publicKey, message.signature) ? undefined : 'the signature is wrong';
}

/** What is signed: the canonical form of everything but the signature. */
function isSignedBy(message: ProtocolEnvelope, publicKey: string, signature: string): boolean {
  const { signature: _, ...rest } = message;
  return isJsonSigned(JSON.parse(JSON.stringify(rest)) as Json, publicKey, signature);
}

/** Whether this key signed the canonical form of a value. */
export function isJsonSigned(value: Json, publicKey: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const bytes = Buffer.from(canonicalJson(value), 'utf8');
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    // A key or signature that cannot even be read proves nothing.
    return false;
  }
}
