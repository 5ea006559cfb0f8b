import { renderBullets } from '../../../../protocols/output/index.ts';
import type { WrappedOutput } from '../../../../relay/output/index.ts';
import { contentData } from './output-data.ts';

export const wrappedData = ({ content, text, rawFile, issues }: WrappedOutput) => ({
  ...contentData(content, renderBullets(content.bullets, content.limit)),
  output_file: rawFile ?? null,
  issues,
  block: text,
});
