import type { TaskPushNotificationConfig } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { PushRequest } from '../../relay/inbound/index.ts';

const HEADER_VALUE = /^[\x20-\x7E]{0,4096}$/;
const SCHEME = /^[A-Za-z][\w-]{0,63}$/;

/** Everything of it goes into a header of a request: nothing may end a line there. */
export function fromConfig({ id, taskId, url, token, authentication }: TaskPushNotificationConfig): PushRequest {
  if (!HEADER_VALUE.test(token)) throw new RequestMalformedError('the token has characters that no header can have');
  const { scheme = '', credentials = '' } = authentication ?? {};
  if (scheme !== '' && !SCHEME.test(scheme)) throw new RequestMalformedError('the scheme is not a word');
  if (!HEADER_VALUE.test(credentials))
    throw new RequestMalformedError('the credentials have characters that no header can have');
  return {
    id,
    taskId,
    url,
    ...(token === '' ? {} : { token }),
    ...(scheme === '' ? {} : { authorization: { scheme, credentials } }),
  };
}

/** Credentials are never told again: who asked knows them. */
export const toConfig = ({ id, taskId, url, token, authorization }: PushRequest): TaskPushNotificationConfig => ({
  tenant: '',
  id,
  taskId,
  url,
  token: token ?? '',
  authentication: authorization === undefined ? undefined : { scheme: authorization.scheme, credentials: '' },
});
