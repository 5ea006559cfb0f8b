import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { expectQuiet } from './own-documents.ts';

verifies(
  'UHS-102',
  'no finding on 1,000 documents that Baton wrote in folders with random names',
  async () => {
    await expectQuiet(await tempFolder(), 1_000);
  },
  { timeout: 1_800_000 },
);
