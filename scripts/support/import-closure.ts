import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseModule } from './ast.ts';

/** The test files given and every file under test/ that they import, directly or not. */
export function testImportClosure(root: string, files: readonly string[]): Set<string> {
  const reached = new Set(files);
  // A set yields what is added while it is walked.
  for (const file of reached) {
    for (const { source } of parseModule(file, readFileSync(join(root, file), 'utf8')).imports) {
      if (!source.startsWith('.')) continue;
      const target = posix.join(posix.dirname(file), source);
      if (target.startsWith('test/') && target.endsWith('.ts') && existsSync(join(root, target))) reached.add(target);
    }
  }
  return reached;
}
