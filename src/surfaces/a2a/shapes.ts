import { Role, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { isJsonObject, type Json } from '../../kernel/json.ts';

/**
 * Fails with RequestMalformedError if a value is not of the form that the specification gives it. The SDK makes the best
 * of anything: a number becomes text, broken base64 other bytes.
 */
export type Shape = (value: Json, place: string) => void;

const fault = (place: string, what: string): RequestMalformedError =>
  new RequestMalformedError(`${place} must be ${what}`);

const where =
  (fits: (value: Json) => boolean, what: string): Shape =>
  (value, place) => {
    if (!fits(value)) throw fault(place, what);
  };

const isText = where((value) => typeof value === 'string', 'a string');
const isWhole = where(
  (value) => !/[\p{Surrogate}\0]/u.test(String(value)),
  'text without half characters and zero bytes',
);
const text: Shape = (value, place) => {
  isText(value, place);
  isWhole(value, place);
};
const flag = where((value) => typeof value === 'boolean', 'true or false');
const struct = where(isJsonObject, 'an object');
/** As in all JSON of protocol buffers, a number may be written as text. */
const count = where(
  (value) => (typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : /^\d{1,9}$/.test(String(value))),
  'a whole number, 0 or more',
);
const base64 = where((value) => typeof value === 'string' && isBase64(value), 'base64');

const isBase64 = (value: string): boolean =>
  /^[\w+/-]*={0,2}$/.test(value) && value.replace(/=+$/, '').length % 4 !== 1;

/** A value of an enumeration of the SDK, by name or number. */
function oneOf(names: Readonly<Record<string, string | number>>, least: number): Shape {
  const known = Object.entries(names).filter(([, number]) => typeof number === 'number' && number >= least);
  const values = new Set<Json>(known.flat());
  return where((value) => values.has(value), `one of ${known.map(([name]) => name).join(', ')}`);
}

const listOf =
  (shape: Shape): Shape =>
  (value, place) => {
    if (!Array.isArray(value)) throw fault(place, 'a list');
    for (const [at, entry] of value.entries()) shape(entry as Json, `${place}[${at}]`);
  };

const toSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Null counts as absent, either spelling of a name is right, and unknown fields are left to later versions. */
const record =
  (fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape =>
  (value, place) => {
    if (!isJsonObject(value)) throw fault(place, 'an object');
    for (const [name, shape] of Object.entries(fields)) {
      const part = value[name] ?? value[toSnake(name)] ?? null;
      if (part !== null) shape(part, `${place}.${name}`);
      else if (required.includes(name)) throw new RequestMalformedError(`${place}.${name} is missing`);
    }
  };

const PART_CONTENTS = ['text', 'raw', 'url', 'data'];
const partFields = record({ text, raw: base64, url: text, metadata: struct, filename: text, mediaType: text });

const part: Shape = (value, place) => {
  partFields(value, place);
  const contents = PART_CONTENTS.filter((name) => isJsonObject(value) && (value[name] ?? null) !== null);
  if (contents.length !== 1) throw fault(place, `a part with exactly one of ${PART_CONTENTS.join(', ')}`);
};

const message = record(
  {
    messageId: text,
    role: oneOf(Role, Role.ROLE_USER),
    parts: listOf(part),
    contextId: text,
    taskId: text,
    metadata: struct,
    extensions: listOf(text),
    referenceTaskIds: listOf(text),
  },
  ['messageId', 'role', 'parts'],
);

const pushFields = {
  id: text,
  taskId: text,
  url: text,
  token: text,
  authentication: record({ scheme: text, credentials: text }),
};

const sendMessage = record(
  {
    message,
    configuration: record({
      acceptedOutputModes: listOf(text),
      taskPushNotificationConfig: record(pushFields, ['url']),
      historyLength: count,
      returnImmediately: flag,
    }),
    metadata: struct,
  },
  ['message'],
);

const onePush = record({ taskId: text, id: text }, ['taskId', 'id']);

/** What each method takes, by its name in JSON-RPC; both bindings use it. */
export const PARAMS = {
  SendMessage: sendMessage,
  SendStreamingMessage: sendMessage,
  GetTask: record({ id: text, historyLength: count }, ['id']),
  ListTasks: record({
    contextId: text,
    status: oneOf(TaskState, TaskState.TASK_STATE_UNSPECIFIED),
    pageSize: count,
    pageToken: text,
    historyLength: count,
    statusTimestampAfter: text,
    includeArtifacts: flag,
  }),
  CancelTask: record({ id: text, metadata: struct }, ['id']),
  SubscribeToTask: record({ id: text }, ['id']),
  CreateTaskPushNotificationConfig: record(pushFields, ['taskId', 'url']),
  GetTaskPushNotificationConfig: onePush,
  DeleteTaskPushNotificationConfig: onePush,
  ListTaskPushNotificationConfigs: record({ taskId: text, pageSize: count, pageToken: text }, ['taskId']),
  GetExtendedAgentCard: record({}),
} as const satisfies Readonly<Record<string, Shape>>;
