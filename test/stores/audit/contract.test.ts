import { describeAuditLog } from '../../contract/audit-log.ts';
import { openAudit } from '../../support/audit-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describeAuditLog('files', async () => {
  const folder = await tempFolder();
  return async () => openAudit(folder);
});
