import { dirname } from 'node:path';
import { keyRequest } from '../../kernel/authority/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Authority, Files } from '../../kernel/ports/index.ts';

/**
 * The same files, but a private key is read only if this installation made it or a person approved it: the
 * author of a repository could sign with a key that came with it.
 */
export function guardKeyFiles(files: Files, keyFolder: string, authority: Authority): Files {
  const isKey = (path: string): boolean => dirname(path) === keyFolder && path.endsWith('.pem');
  const check = async (path: string, text: string | undefined): Promise<void> => {
    if (text === undefined || !isKey(path) || (await isOwnKey(files, authority, path, text))) return;
    throw new BatonError('STATE_FOREIGN', `${path} was not made by this installation`, {
      path,
      hint: 'run baton approve to sign with it, or move it away to get a key of your own',
    });
  };
  return {
    ...files,
    async readText(path, limit) {
      const text = await files.readText(path, limit);
      await check(path, text);
      return text;
    },
    async findText(path, limit) {
      const text = await files.findText(path, limit);
      await check(path, text);
      return text;
    },
    async writeAtomic(path, content, options) {
      if (isKey(path)) await authority.seals.remember(PURPOSE, toText(content));
      await files.writeAtomic(path, content, options);
    },
  };
}

const PURPOSE = 'key';

const toText = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8');

async function isOwnKey(files: Files, authority: Authority, path: string, text: string): Promise<boolean> {
  const known = await authority.seals.knows(PURPOSE, text);
  if (known === true) return true;
  // Without a place to remember anything in, what is no symlink and did not come with the repository is believed.
  if (known === undefined) return (await files.stat(path))?.kind === 'file' && !(await authority.seals.isTracked(path));
  return await authority.isApproved(keyRequest(path, text));
}
