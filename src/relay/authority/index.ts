export { readAskedContent } from './asked-files.ts';
export { listAsked, type Asked } from './list-asked.ts';
export { setSetting, type SetSettingRequest, type SetSettingResult } from './set-setting.ts';
