import type { Setting, SettingValue } from './settings.ts';

/** Everything between `//user:` and the last `@`, whatever is there: better too much hidden than a part shown. */
const PASSWORD = /^([a-z][a-z0-9+.-]*:\/\/[^/?#:@]*):.*@/i;
const PASSWORD_PARAMETER = /([?&](?:password|sslpassword)=)[^&#]*/gi;

/** A name, as `files`; anything else that is not a URL may contain a password in an unknown form. */
const NAME = /^[\w.-]*$/;

/** The address with `***` in place of its password. */
export const maskAddress = (address: string): string =>
  address.includes('://') || NAME.test(address)
    ? address.replace(PASSWORD, '$1:***@').replaceAll(PASSWORD_PARAMETER, '$1***')
    : '***';

/** A value as it may be shown: on a terminal, in an error, in a log. */
export const maskSetting = <V extends SettingValue>(setting: Setting, value: V): V | string =>
  setting.isSecret === true && typeof value === 'string' ? maskAddress(value) : value;
