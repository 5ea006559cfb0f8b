import type { Setting, SettingValue } from './settings.ts';

/**
 * How a value of the project's file relates to what applies without it. `free`: a repository may set it. `stricter`: it
 * holds whatever else is said. `weaker`: only a person can let it in.
 */
export type Standing = 'free' | 'stricter' | 'weaker';

export function judgeAsked({ repository, default: usual }: Setting, asked: SettingValue, own: SettingValue): Standing {
  switch (repository?.kind) {
    case undefined:
      return 'free';
    case 'stricter':
      return repository.order.indexOf(asked) >= repository.order.indexOf(own) ? 'stricter' : 'weaker';
    case 'lower':
      return Number(asked) <= Number(own) ? 'stricter' : 'weaker';
    case 'ceiling':
      return Number(asked) <= Number(own) ? 'free' : 'weaker';
    case 'inside':
      return staysInside(asked) ? 'free' : 'weaker';
    case 'approved':
      return asked === usual ? 'free' : 'weaker';
  }
}

/** A plain relative path below the project. Where its folders lead is checked when something is written. */
const staysInside = (value: SettingValue): boolean =>
  typeof value === 'string' &&
  !/^(?:[/\\~]|[A-Za-z]:)/.test(value) &&
  !value.includes('\0') &&
  value.split(/[/\\]/).every((part) => part !== '..' && part.toLowerCase() !== '.git');
