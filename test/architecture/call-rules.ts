import type { Node } from 'oxc-parser';
import { walk } from '../../scripts/support/ast.ts';
import { DECIDING_LAYERS } from './import-rules.ts';
import type { Breach, Rule } from './rule.ts';
import type { SourceFile } from './source-tree.ts';

const BUILT_IN_ERRORS = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'AggregateError',
]);
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);
const RANDOM_NAME = /^(?:random|getRandomValues|generateKey|generatePrime)/;
const TERMINAL = new Set(['exit', 'stdout', 'stderr']);

/** Every file that starts programs or opens connections, and why nothing unapproved gets there. */
export const MAY_REACH_OUT: Readonly<Record<string, string>> = {
  'src/stores/process/run-program.ts': 'the one place that runs a program to its end',
  'src/stores/process/show-in-pager.ts': 'the pager of the person at the terminal, from their own environment',
  'src/stores/process/start-program.ts': 'the one place that starts a program that stays',
  'src/stores/process/process-identity.ts': 'ps, with fixed arguments',
  'src/stores/process/run-members.ts': 'ps, with fixed arguments',
  'src/stores/git/call-git.ts': 'git itself, without programs of the repository',
  'src/stores/http/create-http.ts': 'the one place that sends a request for the relay',
  'src/stores/postgres/connection/dial.ts': 'opened by compose.ts only if the store is approved or the user named it',
  'src/stores/postgres/connection/failures.ts': 'names the errors of the driver',
  'src/stores/launcher/start-launcher.ts':
    'called by the command executor, which guardExecutor wraps: an agent is approved as a whole',
  'src/stores/launcher/gated-program.ts': 'the launcher itself: runs the one program that the executor wrote down',
  'src/stores/executors/openclaw-executor.ts': 'wrapped by guardExecutor: gateway and tokenEnv are approved as a whole',
  'src/stores/executors/remote-agent.ts': 'wrapped by guardExecutor: card and tokenEnv are approved as a whole',
  'src/stores/notify/send.ts': 'sends to sinks that readNotifyRules let pass',
  'src/relay/trace/export-trace.ts': 'an address of the command line or of an approved setting',
  'src/relay/inbound/push/deliver-pushes.ts':
    'an origin of the setting a2a.push, which a repository cannot set, asked again at each request',
  'src/relay/doctor/environment.ts': 'git --version',
  'src/relay/govern/send-document.ts': 'a command the user gave with --exec',
  'src/relay/document/repair-document.ts': 'a command the user gave with --repair-with',
  'src/relay/project/trust.ts': 'a probe the user gave with --run',
  'src/relay/output/run-command.ts': 'the command the user gave after --',
  'src/surfaces/cli/commands/serve/board.ts': 'the desktop opens a page that Baton wrote',
};

export const callRules: readonly Rule[] = [
  {
    name: 'terminal-in-cli',
    why: 'A library that prints or ends the process cannot be embedded.',
    check: (file) => (file.unit === 'src/surfaces/cli' ? [] : findNodes(file, terminalUse)),
  },
  {
    name: 'one-filter',
    why: 'Control characters of content must not reach a terminal: every line passes the filter of terminal.ts.',
    check: (file) =>
      file.unit !== 'src/surfaces/cli' || file.path.endsWith('/terminal.ts') ? [] : findNodes(file, rawWrite),
  },
  {
    name: 'clock-through-port',
    why: 'Time that comes in as a value can be set in a test and replayed in a simulation.',
    check: (file) => (DECIDING_LAYERS.includes(file.layer) ? findNodes(file, clockUse) : []),
  },
  {
    name: 'randomness-through-port',
    why: 'Ids that come in as values make a run repeatable.',
    check: (file) =>
      DECIDING_LAYERS.includes(file.layer) ? [...findNodes(file, randomUse), ...randomImports(file)] : [],
  },
  {
    name: 'environment-through-port',
    why: 'Settings arrive as values, each with its origin; a hidden environment variable has none.',
    check: (file) => (DECIDING_LAYERS.includes(file.layer) ? findNodes(file, processUse) : []),
  },
  {
    name: 'slices',
    why: 'A signature names what a function can reach; a bag with everything says nothing.',
    check: (file) => findNodes(file, wholePlatform),
  },
  {
    name: 'authority-first',
    why: 'What a repository names has no effect before a person approved it: every place that starts a program, opens a connection or hands out a variable is known, with the reason why it may.',
    check: (file) => findNodes(file, reachesOut),
  },
  {
    name: 'one-error-class',
    why: 'Every failure carries a code that is documented, with an exit code and a hint.',
    check: (file) => findNodes(file, plainErrorUse),
  },
  {
    name: 'named-exports',
    why: 'A thing has one name, the same at every import.',
    check: (file) => findNodes(file, defaultExport),
  },
];

function findNodes(file: SourceFile, describe: (node: Node) => string | undefined): Breach[] {
  const breaches: Breach[] = [];
  walk(file.program, (node) => {
    const what = describe(node);
    if (what !== undefined) breaches.push({ line: file.lineAt(node.start), what });
  });
  return breaches;
}

/** `a.b` as its two names, whatever `a` itself hangs on: `globalThis.crypto.randomUUID` gives crypto and randomUUID. */
function memberNames(node: Node): { object: string; property: string } | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const property = propertyName(node);
  const object = node.object.type === 'Identifier' ? node.object.name : propertyName(node.object);
  return property === undefined || object === undefined ? undefined : { object, property };
}

function propertyName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : undefined;
}

function terminalUse(node: Node): string | undefined {
  const member = memberNames(node);
  if (member === undefined) return undefined;
  if (member.object === 'console') return `uses console.${member.property}`;
  return member.object === 'process' && TERMINAL.has(member.property) ? `uses process.${member.property}` : undefined;
}

function rawWrite(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes('\u001B')) {
    return 'holds an escape character';
  }
  if (node.type !== 'MemberExpression' || propertyName(node) !== 'write') return undefined;
  const stream = propertyName(node.object);
  return stream === 'stdout' || stream === 'stderr' ? `writes to ${stream} past the filter` : undefined;
}

function clockUse(node: Node): string | undefined {
  const member = memberNames(node);
  if (member?.property === 'now' && (member.object === 'Date' || member.object === 'performance')) {
    return `reads ${member.object}.now`;
  }
  if (isCallOf(node, 'Date') && node.arguments.length === 0) return 'reads the clock with Date';
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && TIMERS.has(node.callee.name)) {
    return `waits with ${node.callee.name}`;
  }
  return undefined;
}

function randomUse(node: Node): string | undefined {
  const member = memberNames(node);
  if (member === undefined) return undefined;
  const random =
    (member.object === 'Math' && member.property === 'random') ||
    (/crypto$/i.test(member.object) && RANDOM_NAME.test(member.property));
  return random ? `uses ${member.object}.${member.property}` : undefined;
}

const randomImports = (file: SourceFile): Breach[] =>
  file.imports
    .filter(({ source }) => /^(?:node:)?crypto$/.test(source))
    .flatMap(({ line, names }) =>
      names
        .filter(({ imported }) => RANDOM_NAME.test(imported))
        .map(({ imported }) => ({ line, what: `imports ${imported} of node:crypto` })),
    );

function processUse(node: Node): string | undefined {
  const member = memberNames(node);
  return member?.object === 'process' ? `uses process.${member.property}` : undefined;
}

const STARTERS = new Set([
  'spawn',
  'spawnSync',
  'exec',
  'execSync',
  'execFile',
  'execFileSync',
  'fork',
  'fetch',
  'runProgram',
  'startProgram',
]);

/** `processes.run`, `http.post`, `fetch(…)`, `new Client(…)`, `environment[name]` with a name that is no literal. */
function reachesOut(node: Node): string | undefined {
  const member = memberNames(node);
  if (member?.object === 'processes' && (member.property === 'run' || member.property === 'start'))
    return `uses processes.${member.property}`;
  if (member?.object === 'http' && member.property === 'post') return 'uses http.post';
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'WebSocket')
    return 'opens a WebSocket';
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && STARTERS.has(node.callee.name))
    return `calls ${node.callee.name}`;
  if (
    node.type === 'ImportDeclaration' &&
    (node.source.value === 'pg' || node.source.value === 'node:net' || node.source.value === 'node:tls')
  )
    return `imports ${node.source.value}`;
  return undefined;
}

function wholePlatform(node: Node): string | undefined {
  if (!('params' in node) || !Array.isArray(node.params)) return undefined;
  const isWhole = node.params.some((parameter: Node) => {
    const annotation = 'typeAnnotation' in parameter ? parameter.typeAnnotation : undefined;
    const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
    return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'Platform';
  });
  return isWhole ? 'takes the whole Platform' : undefined;
}

function plainErrorUse(node: Node): string | undefined {
  for (const name of BUILT_IN_ERRORS) if (isCallOf(node, name)) return `makes a plain ${name}`;
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined;
  const parent = node.superClass;
  return parent?.type === 'Identifier' && BUILT_IN_ERRORS.has(parent.name)
    ? 'makes an error class of its own'
    : undefined;
}

const isCallOf = (node: Node, name: string): node is Extract<Node, { type: 'NewExpression' | 'CallExpression' }> =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') &&
  node.callee.type === 'Identifier' &&
  node.callee.name === name;

function defaultExport(node: Node): string | undefined {
  if (node.type === 'ExportDefaultDeclaration') return 'has a default export';
  if (node.type !== 'ExportSpecifier') return undefined;
  return node.exported.type === 'Identifier' && node.exported.name === 'default' ? 'has a default export' : undefined;
}
