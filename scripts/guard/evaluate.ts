/**
 * The guard's figures on text whose sources its model did not see: for each fold of sources a model is trained and its
 * threshold chosen on the others, and the whole engine is run on the fold.
 * `tsx scripts/guard/evaluate.ts [DATA]`
 */
import { DATA_FOLDER, FOLDS, isCore, readSamples, type Sample } from './dataset.ts';
import { chooseThreshold, scanForAttacks, scannerAt, trainHeldOut } from './held-out.ts';
import { readHonestText } from './honest-text.ts';
import { renderShare, type Count } from './interval.ts';
import { OWN_ATTACK, readOwnAttacks } from './own-attacks.ts';

interface Verdict {
  readonly sample: Sample;
  readonly flagged: boolean;
  readonly error: boolean;
}

export function judgeUnseen(samples: readonly Sample[]): Verdict[] {
  const extra = [...readHonestText(samples), ...readOwnAttacks()];
  const heldOut = trainHeldOut(samples, extra);
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = heldOut.folds[fold];
    if (model === undefined) return [];
    const scanner = scannerAt(model, chooseThreshold(samples, heldOut, fold));
    return [...samples, ...extra, ...plantAttacks(samples)]
      .filter((sample) => sample.fold === fold)
      .map((sample) => {
        const findings = scanForAttacks(scanner, sample.text);
        return {
          sample,
          flagged: findings.length > 0,
          error: findings.some((finding) => finding.severity === 'error'),
        };
      });
  });
}

const LONGEST_PLANTED = 400;

/** Short attacks as a line in the middle of honest sections, where real ones would stand: not part of any goal. */
function plantAttacks(samples: readonly Sample[]): Sample[] {
  const hosts = samples.filter(isCore);
  const attacks = samples.filter(
    ({ label, kind, text }) => label === 'injection' && !kind.startsWith('obf:') && text.length <= LONGEST_PLANTED,
  );
  return attacks.map((attack, index) => {
    // A prime, so that neighbours get hosts of different repositories.
    const lines = hosts[(index * 7_919) % hosts.length]?.text.split('\n') ?? [];
    const text = lines.toSpliced(Math.ceil(lines.length / 2), 0, attack.text).join('\n');
    return { ...attack, label: 'planted', text };
  });
}

function count(verdicts: readonly Verdict[], isHit: (verdict: Verdict) => boolean): Count {
  return { all: verdicts.length, found: verdicts.filter(isHit).length };
}

const verdicts = judgeUnseen(readSamples(process.argv[2] ?? DATA_FOLDER));
if (process.env['SHOW'] !== undefined) {
  for (const { sample, flagged } of verdicts) {
    if (flagged === (sample.label === 'benign') && (isCore(sample) || sample.label === 'injection')) {
      console.log(sample.label, sample.source, sample.kind, JSON.stringify(sample.text.slice(0, 240)));
    }
  }
}
const groups = new Map<string, Verdict[]>();
for (const verdict of verdicts) {
  const { label, kind, source } = verdict.sample;
  const name =
    label === 'planted'
      ? 'planted in honest sections'
      : label === 'benign'
        ? `benign ${kind}`
        : kind.startsWith('obf:')
          ? 'hidden and encoded'
          : kind === OWN_ATTACK
            ? `own attacks ${source}`
            : `${source} ${kind}`;
  groups.set(name, [...(groups.get(name) ?? []), verdict]);
}
const show = (name: string, part: readonly Verdict[]): void =>
  console.log(
    `${name.padEnd(44)} ${renderShare(count(part, (v) => v.flagged))}   errors ${renderShare(count(part, (v) => v.error))}`,
  );
for (const [name, part] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) show(name, part);
const isAttack = ({ sample }: Verdict): boolean => sample.label === 'injection';
const isOwn = ({ sample }: Verdict): boolean => sample.kind === OWN_ATTACK;
const attacks = verdicts.filter((verdict) => isAttack(verdict) && !isOwn(verdict));
show(
  'our own attacks',
  verdicts.filter((verdict) => isAttack(verdict) && isOwn(verdict)),
);
show('all injections', attacks);
show(
  'public third-party injections',
  attacks.filter(({ sample }) => !/^(?:handmade|obf)/.test(sample.source)),
);
show(
  'benign core',
  verdicts.filter(({ sample }) => isCore(sample)),
);
