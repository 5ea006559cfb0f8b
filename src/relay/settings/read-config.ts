import { join } from 'node:path';
import { resolveConfig, type ConfigSources, type ResolvedConfig } from '../../kernel/config/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Files } from '../../kernel/ports/index.ts';
import { CONFIG_FILE } from './find-root.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** The settings in force: defaults, then the project's file, then the environment, then flags. */
export async function readConfig(
  files: Pick<Files, 'findText'>,
  root: string,
  above: Omit<ConfigSources, 'file'>,
): Promise<ResolvedConfig> {
  const path = join(root, CONFIG_FILE);
  const text = await files.findText(path, { maxBytes: MAX_CONFIG_BYTES });
  if (text === undefined) return resolveConfig(above);
  return resolveConfig({ ...above, file: { path: CONFIG_FILE, content: parseConfig(text) } });
}

function parseConfig(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BatonError(
      'CONFIG_INVALID',
      `${CONFIG_FILE}: ${reason}`,
      { path: CONFIG_FILE, hint: `mend ${CONFIG_FILE}, or remove it to use the defaults` },
      cause,
    );
  }
}
