import { BatonError, isBatonError } from './errors/index.ts';
import { loadYaml } from './frontmatter/index.ts';
import type { JsonObject } from './json.ts';
import { withoutByteOrderMark } from './text.ts';

/** A whole YAML file of keys with values, within the limits of frontmatter; `name` is shown in what goes wrong. */
export function parseYaml(name: string, text: string): JsonObject {
  try {
    return loadYaml({ yaml: withoutByteOrderMark(text) }).data;
  } catch (cause) {
    if (isBatonError(cause, 'INPUT_TOO_LARGE')) {
      throw new BatonError('INPUT_TOO_LARGE', `${name} is larger than ${String(cause.details['maxBytes'])} bytes`, {
        ...cause.details,
        path: name,
      });
    }
    if (!isBatonError(cause, 'FRONTMATTER_INVALID')) throw cause;
    // Frontmatter counts the line of dashes above it.
    const line = Number(cause.details['line']) - 1;
    const reason = String(cause.details['reason']);
    throw new BatonError('YAML_INVALID', `${name}, line ${line}: ${reason}`, { path: name, line, reason }, cause);
  }
}
