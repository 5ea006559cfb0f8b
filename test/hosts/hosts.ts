/** The real programs: where they come from, and what each needs to find a model on loopback. */
import { join } from 'node:path';

export interface RealHost {
  readonly name: 'claude' | 'codex' | 'gemini' | 'opencode';
  /** Package and version, from the registry. */
  readonly install: string;
  /** The program inside `node_modules` of the installation. */
  readonly program: string;
  /** True if the program is a script for Node. */
  readonly isScript?: true;
  args(prompt: string): readonly string[];
  env(port: string): Readonly<Record<string, string>>;
  /** Files below the home folder, for a project in this folder. */
  home(project: string, port: string): Readonly<Record<string, string>>;
  /** Files in the project. */
  files(port: string): Readonly<Record<string, string>>;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const none = (): Readonly<Record<string, string>> => ({});

export const CLAUDE: RealHost = {
  name: 'claude',
  install: '@anthropic-ai/claude-code@2.1.326',
  program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  args: (prompt) => ['-p', prompt, '--dangerously-skip-permissions'],
  env: (port) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  }),
  home: none,
  files: none,
};

export const CODEX: RealHost = {
  name: 'codex',
  install: '@openai/codex@0.169.0',
  program: '@openai/codex/bin/codex.js',
  isScript: true,
  args: (prompt) => [
    'exec',
    '--json',
    '--dangerously-bypass-approvals-and-sandbox',
    '--dangerously-bypass-hook-trust',
    prompt,
  ],
  env: () => ({ SCRIPTED_KEY: 'none' }),
  home: (project, port) => ({
    '.codex/config.toml': [
      'model = "scripted"',
      'model_provider = "scripted"',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "http://127.0.0.1:${port}/v1"`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      'request_max_retries = 0',
      `[projects."${project}"]`,
      'trust_level = "trusted"',
      '',
    ].join('\n'),
  }),
  files: none,
};

export const GEMINI: RealHost = {
  name: 'gemini',
  install: '@google/gemini-cli@0.61.0',
  program: '@google/gemini-cli/bundle/gemini.js',
  isScript: true,
  args: (prompt) => ['-p', prompt, '--yolo', '-m', 'gemini-2.5-flash'],
  env: (port) => ({
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_API_KEY: 'none',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  home: () => ({
    '.gemini/settings.json': json({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
  files: none,
};

export const OPENCODE: RealHost = {
  name: 'opencode',
  install: 'opencode-ai@1.18.33',
  program: `opencode-${process.platform}-${process.arch}/bin/opencode`,
  args: (prompt) => ['run', '-m', 'scripted/scripted', prompt],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }),
  // It installs types for plugins at its start; without a network it would try for a minute.
  home: (_project, port) => ({ '.npmrc': `registry=http://127.0.0.1:${port}/\nfetch-retries=0\n` }),
  files: (port) => ({
    'opencode.json': json({
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'none' },
          models: { scripted: { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
        },
      },
      permission: 'allow',
    }),
  }),
};

export const REAL_HOSTS: readonly RealHost[] = [CLAUDE, CODEX, GEMINI, OPENCODE];

export const programPath = (folder: string, { program }: RealHost): string => join(folder, 'node_modules', program);
