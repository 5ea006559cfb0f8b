/**
 * The plugin that opencode loads from `.opencode/plugins/`. It holds no logic: it tells Baton what happened, puts what
 * Baton answers before the model, and stays silent if Baton cannot be started.
 */
const PLUGIN = `// Written by baton setup opencode. Changes are overwritten by the next setup.
import { spawn } from 'node:child_process';

const PROGRAM = @PROGRAM@;

/** What Baton answers to an event; undefined if it has nothing to say or cannot be started. */
function ask(verb, event) {
  return new Promise((resolve) => {
    const [command, ...args] = PROGRAM;
    const child = spawn(command, [...args, 'hook', verb, '--host', 'opencode'], {
      cwd: event.cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 10_000,
    });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      try {
        resolve(said.trim() === '' ? undefined : JSON.parse(said));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(JSON.stringify(event));
  });
}

export const Baton = async ({ client, directory }) => {
  /** By session: what Baton says at its start, asked once. */
  const contexts = new Map();
  const cwd = directory;

  const contextOf = (id) => {
    if (!contexts.has(id)) contexts.set(id, ask('session-start', { session_id: id, cwd, source: 'startup' }));
    return contexts.get(id);
  };

  const lastAnswer = async (id) => {
    const { data = [] } = await client.session.messages({ path: { id } });
    const answers = data.filter(({ info }) => info.role === 'assistant');
    const parts = answers.at(-1)?.parts ?? [];
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };

  return {
    'experimental.chat.system.transform': async (input, output) => {
      if (input.sessionID === undefined) return;
      const text = (await contextOf(input.sessionID))?.hookSpecificOutput?.additionalContext;
      if (text !== undefined) output.system.push(text);
    },
    'experimental.session.compacting': async ({ sessionID }) => {
      await ask('pre-compact', { session_id: sessionID, cwd });
      contexts.set(sessionID, ask('session-start', { session_id: sessionID, cwd, source: 'compact' }));
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const id = event.properties.sessionID;
      if (!contexts.has(id)) return;
      const message = await lastAnswer(id).catch(() => '');
      const answer = await ask('stop', { session_id: id, cwd, last_assistant_message: message });
      if (answer?.decision !== 'block') return;
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text: answer.reason }] } });
    },
  };
};
`;

export const renderOpencodePlugin = (program: readonly string[]): string =>
  PLUGIN.replace('@PROGRAM@', () => JSON.stringify(program));
