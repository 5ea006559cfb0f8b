import { given } from '../../kernel/given.ts';
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { Message, type Part, type SendMessageRequest } from '@a2a-js/sdk';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { findUtf8 } from '../../kernel/text.ts';
import type { InboundMessage } from '../../relay/inbound/index.ts';

const ID = /^[\x21-\x7E]{1,256}$/;
const MAX_PARTS = 100;

/** Fails with the errors of the SDK: what is wrong with a message is its sender's business. */
export function fromRequest({ message, metadata }: SendMessageRequest): InboundMessage {
  if (message === undefined) throw new RequestMalformedError('there is no message');
  const { messageId, contextId, taskId, parts } = message;
  if (!ID.test(messageId)) throw new RequestMalformedError('messageId must have 1 to 256 visible characters');
  if (contextId !== '' && !ID.test(contextId))
    throw new RequestMalformedError('contextId must have 1 to 256 visible characters');
  if (parts.length === 0) throw new RequestMalformedError('the message has no parts');
  if (parts.length > MAX_PARTS) throw new RequestMalformedError(`the message has more than ${MAX_PARTS} parts`);
  const texts: string[] = [];
  const files: { name: string; content: string }[] = [];
  for (const [at, part] of parts.entries()) addPart(part, at, texts, files);
  const agent = findAgent(message.metadata) ?? findAgent(metadata);
  return {
    messageId,
    ...(contextId === '' ? {} : { contextId }),
    ...(taskId === '' ? {} : { taskId }),
    ...given({ agent }),
    text: texts.join('\n\n'),
    files,
    record: toRecord(message),
  };
}

function addPart(
  { content, filename, mediaType }: Part,
  at: number,
  texts: string[],
  files: { name: string; content: string }[],
): void {
  // What is only linked is not taken in, whatever it is.
  if (content?.$case !== 'url' && !isTextType(mediaType))
    throw new ContentTypeNotSupportedError(`part ${at + 1} is ${mediaType}, and only text is taken`);
  switch (content?.$case) {
    case 'text':
      if (filename === '') texts.push(content.value);
      else files.push({ name: filename, content: content.value });
      return;
    case 'data':
      files.push({ name: filename === '' ? `data-${at + 1}.json` : filename, content: renderData(content.value) });
      return;
    case 'url':
      // Never fetched: the agent that works on the task decides whether to follow it.
      texts.push(`Attached: ${content.value}${mediaType === '' ? '' : ` (${mediaType})`}`);
      return;
    case 'raw': {
      const text = findUtf8(content.value);
      if (text === undefined || text.includes('\0'))
        throw new ContentTypeNotSupportedError(`part ${at + 1} is not text`);
      files.push({ name: filename === '' ? `file-${at + 1}.txt` : filename, content: text });
      return;
    }
    case undefined:
      throw new RequestMalformedError(`part ${at + 1} has no content`);
  }
}

/** Types whose content people and agents read as text; a file without a known type may be one. */
const TEXT_TYPE = /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:x-yaml|toml|octet-stream))$/;

function isTextType(mediaType: string): boolean {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' || TEXT_TYPE.test(type);
}

const renderData = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A skill is an agent: a client names it in the metadata. */
function findAgent(metadata: Message['metadata']): string | undefined {
  const named: unknown = metadata?.['skillId'] ?? metadata?.['skill'];
  return typeof named === 'string' && named !== '' ? named : undefined;
}

function toRecord(message: Message): JsonObject {
  const record: unknown = Message.toJSON(message);
  return isJsonObject(record) ? record : {};
}
