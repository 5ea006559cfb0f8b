// Tries to read, write and list the paths it is given, and prints the code each attempt ended with.
import { createFiles, nodeDisk } from '../../../../src/stores/fs/index.ts';
import { codeOf } from '../../../support/code-of.ts';

const files = createFiles(nodeDisk);

for (const path of process.argv.slice(2)) {
  const codes = {
    read: await codeOf(files.readText(path)),
    write: await codeOf(files.writeAtomic(path, 'written')),
    list: await codeOf(files.list(path)),
  };
  console.log(JSON.stringify(codes));
}
