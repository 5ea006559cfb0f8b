import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { expectQuiet } from './own-documents.ts';

verifies(
  'UHS-102',
  'no finding on documents that Baton wrote in folders with random names',
  async () => {
    await expectQuiet(await tempFolder(), Number(process.env['BATON_DOCUMENTS'] ?? 100));
  },
  { timeout: 1_800_000 },
);
