/** The recorded cases of `conformance/cases/aahp`: files given, commands of the public tool, what scripts rely on. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { main } from '../../../src/surfaces/cli/main.ts';
import { verifies } from '../../support/verifies.ts';
import { FakeProcess } from './fake-process.ts';

type Texts = Readonly<Record<string, string>>;
type Passages = Readonly<Record<string, readonly string[]>>;

interface Step {
  readonly run?: string;
  /** Arguments behind those of `run`, each as it is. */
  readonly with?: readonly string[];
  readonly exit?: number;
  readonly says?: readonly string[];
  readonly never?: readonly string[];
  readonly pattern?: string;
  readonly env?: Texts;
  readonly input?: string;
  readonly write?: Texts;
  readonly append?: Texts;
  readonly remove?: readonly string[];
  readonly folder?: readonly string[];
  readonly git?: readonly (readonly string[])[];
  /** The manifest names a commit of no history. */
  readonly orphanPointer?: boolean;
  readonly exists?: readonly string[];
  readonly absent?: readonly string[];
  readonly holds?: Passages;
  readonly lacks?: Passages;
  readonly exact?: Texts;
  readonly remember?: string;
  readonly same?: string;
}

interface Case {
  readonly name: string;
  readonly given: readonly string[];
  readonly steps: readonly Step[];
}

const FOLDER = fileURLToPath(new URL('../../../conformance/cases/aahp/', import.meta.url));
const load = <T>(name: string): T => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T;
const fixtures = load<Readonly<Record<string, Texts>>>('fixtures.json');
const MANIFEST = '.ai/handoff/MANIFEST.json';
/** Shared, so that the tokenizer is loaded once. */
const CACHE = join(tmpdir(), 'baton-test-cache');

class Stage {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-aahp-')));
  readonly #remembered = new Map<string, string>();

  constructor(given: readonly string[]) {
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.name', 'Ada');
    this.git('config', 'user.email', 'ada@example.org');
    this.git('commit', '--quiet', '--allow-empty', '-m', 'first');
    for (const name of given) this.write(fixtures[name] ?? {});
  }

  git(...args: readonly string[]): string {
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
    return execFileSync('git', args, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  }

  write(texts: Texts, put: (path: string, text: string) => void = writeFileSync): void {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      put(join(this.root, path), text);
    }
  }

  read(path: string): string {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : `(no ${path})`;
  }

  async play(step: Step): Promise<string[]> {
    this.write(step.write ?? {});
    this.write(step.append ?? {}, appendFileSync);
    for (const path of step.folder ?? []) mkdirSync(join(this.root, path), { recursive: true });
    for (const path of step.remove ?? []) rmSync(join(this.root, path));
    for (const args of step.git ?? []) this.git(...args);
    if (step.orphanPointer === true) this.#pointElsewhere();
    return [...(await this.#run(step)), ...this.#compare(step)];
  }

  #pointElsewhere(): void {
    const orphan = this.git('commit-tree', this.git('rev-parse', 'HEAD^{tree}'), '-m', 'orphan');
    const named = /"commit": "[0-9a-f]+"/;
    this.write({ [MANIFEST]: this.read(MANIFEST).replace(named, `"commit": "${orphan.slice(0, 8)}"`) });
  }

  async #run({ run, with: more = [], exit, says = [], never = [], pattern, env = {}, input }: Step): Promise<string[]> {
    if (run === undefined) return [];
    const line = ['aahp', ...run.split(' ').filter((word) => word !== ''), ...more];
    const process = new FakeProcess(line, { BATON_CACHE_DIR: CACHE, ...env }, this.root, input);
    await main(process.asNode());
    const { code, stdout, stderr } = process.result();
    const output = `${stdout}${stderr}`;
    return [
      ...(code === exit ? [] : [`exit ${code} instead of ${exit}`]),
      ...says.filter((text) => !output.includes(text)).map((text) => `does not say: ${text}`),
      ...never.filter((text) => output.includes(text)).map((text) => `says: ${text}`),
      ...(pattern === undefined || new RegExp(pattern).test(output.trim()) ? [] : [`does not match ${pattern}`]),
    ].map((fault) => `${run}: ${fault}\n${output}`);
  }

  #compare({ exists = [], absent = [], holds = {}, lacks = {}, exact = {}, remember, same }: Step): string[] {
    if (remember !== undefined) this.#remembered.set(remember, this.read(remember));
    return [
      ...exists.filter((path) => !existsSync(join(this.root, path))).map((path) => `${path} is missing`),
      ...absent.filter((path) => existsSync(join(this.root, path))).map((path) => `${path} is there`),
      ...Object.entries(holds).flatMap(([path, texts]) =>
        texts.filter((text) => !this.read(path).includes(text)).map((text) => `${path} lacks: ${text}`),
      ),
      ...Object.entries(lacks).flatMap(([path, texts]) =>
        texts.filter((text) => this.read(path).includes(text)).map((text) => `${path} holds: ${text}`),
      ),
      ...Object.entries(exact).flatMap(([path, text]) => (this.read(path) === text ? [] : [`${path} was changed`])),
      ...(same === undefined || this.#remembered.get(same) === this.read(same) ? [] : [`${same} was changed`]),
    ];
  }
}

async function prove({ name, given, steps }: Case): Promise<string[]> {
  const stage = new Stage(given);
  try {
    for (const step of steps) {
      const faults = await stage.play(step);
      if (faults.length > 0) return faults.map((fault) => `${name}: ${fault}`);
    }
    return [];
  } finally {
    rmSync(stage.root, { recursive: true, force: true });
  }
}

describe('the recorded cases of the public tool', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name !== 'fixtures.json')) {
    verifies(
      'PRJ-170',
      `${file.replace('.json', '')} answers as recorded`,
      async () => {
        const faults: string[] = [];
        for (const each of load<readonly Case[]>(file)) faults.push(...(await prove(each)));
        expect(faults).toEqual([]);
      },
      { timeout: 120_000 },
    );
  }
});
