export { renderConfigSchema } from './config-schema.ts';
export { maskAddress, maskSetting } from './mask-secret.ts';
export {
  describeAllowed,
  resolveConfig,
  type ConfigFile,
  type ConfigRow,
  type ConfigSources,
  type ResolvedConfig,
} from './resolve-config.ts';
export {
  environmentName,
  getSetting,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingValue,
} from './settings.ts';
