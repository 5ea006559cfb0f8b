import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { detectDumps, parseOutput } from '../src/protocols/output/index.ts';
import { defineBenchmark, durationMs, type Case, type Contender, type Stage } from './frame/index.ts';

const run = promisify(execFile);
const BATON = join(process.cwd(), 'dist/cli/baton.cjs');
const MB = 1_000_000;

const BLOCK = `[AOP:START] 2026-02-05T10:30:00Z
[AOP:TASK] Search for auth implementations

[AOP:SUMMARY]
- Found 8 auth-related files in src/auth/

[AOP:DETAILS_FILE] none
[AOP:METRICS] files_scanned: 234, matches: 8, duration: 12s
[AOP:STATUS] success
[AOP:END] 2026-02-05T10:30:12Z
`;
const PROSE = 'The handler reads the token and passes the request on; see [AOP:STATUS] in the docs.\n';

/** The parser published with the protocol: seven patterns over the whole text, wrong on most of what is listed. */
function parsePublished(output: string): unknown {
  return [
    output.match(/\[AOP:START\]\s*(.+)/),
    output.match(/\[AOP:TASK\]\s*(.+)/),
    output.match(/\[AOP:SUMMARY\]([\s\S]*?)\[AOP:/),
    output.match(/\[AOP:DETAILS_FILE\]\s*(\S+)/),
    output.match(/\[AOP:METRICS\]\s*(.+)/),
    output.match(/\[AOP:STATUS\]\s*(\w+)/),
    output.match(/\[AOP:END\]\s*(.+)/),
  ];
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

/** Rates stay the same as the text grows: that is what linear means. */
export const benchmark = defineBenchmark({
  about: 'reading agent output of growing size beside the published parser and a bare count of lines',
  prepare(stage) {
    const sizes = stage.quick ? [1, 5] : [1, 10, 50];
    return {
      cases: [
        ...sizes.map((size) => parseCase(`parse ${size} MB of prose, block last`, fill(PROSE, size * MB) + BLOCK)),
        ...sizes.map((size) => parseCase(`parse ${size} MB of markers`, fill('[AOP:SUMMARY]\n', size * MB))),
        ...sizes.map((size) => parseCase(`parse ${size} MB of empty lines`, fill('\n', size * MB))),
        checkCase(fill(PROSE, (stage.quick ? 1 : 10) * MB)),
        runCase(stage),
      ],
    };
  },
});

const rate = (name: string, text: string, once: (text: string) => unknown): Contender => ({
  name,
  measure: async () => text.length / MB / ((await durationMs(() => once(text))) / 1_000),
});

const parseCase = (title: string, text: string): Case => ({
  title,
  unit: 'MB/s',
  ours: rate('parseOutput', text, parseOutput),
  peers: [rate('published parser', text, parsePublished)],
  floor: rate('count lines', text, countLines),
});

const checkCase = (text: string): Case => ({
  title: 'look for dumps in prose',
  unit: 'MB/s',
  ours: rate('detectDumps', text, detectDumps),
  floor: rate('count lines', text, countLines),
});

/** All of a command's output to a file and a block to the parent, beside the shell's own redirection. */
function runCase({ folder, quick }: Stage): Case {
  const bytes = (quick ? 20 : 200) * MB;
  const script = `yes 0123456789abcdef | head -c ${bytes}`;
  const inFolder = async (command: string, args: readonly string[]): Promise<number> => {
    await rm(join(folder, 'work'), { recursive: true, force: true });
    await mkdir(join(folder, 'work'));
    await writeFile(join(folder, 'work', 'baton.config.json'), '{}');
    return bytes / MB / ((await durationMs(() => run(command, [...args], { cwd: join(folder, 'work') }))) / 1_000);
  };
  return {
    title: `run a command that prints ${bytes / MB} MB`,
    unit: 'MB/s',
    rounds: 3,
    ours: {
      name: 'baton output run',
      measure: () => inFolder(process.execPath, [BATON, 'output', 'run', '--', 'sh', '-c', script]),
    },
    floor: { name: 'sh > file, sync', measure: () => inFolder('sh', ['-c', `${script} > log; sync log`]) },
  };
}
