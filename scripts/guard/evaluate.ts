/**
 * The guard's figures on text whose sources its model did not see: for each fold of sources a model is trained and its
 * limits chosen on the others, and the whole engine is run on the fold. What is held back is left out.
 * `tsx scripts/guard/evaluate.ts [DATA]`; with HELD_BACK=1 the one look at what is held back, by a model of all the rest;
 * with SHOW=1 what went wrong is listed.
 */
import { plantAttacks } from './containers.ts';
import { DATA_FOLDER, FOLDS, isCore, readSamples, type Sample } from './dataset.ts';
import { isHeldBack } from './held-back.ts';
import { chooseLimits, scanForAttacks, scannerAt, trainHeldOut } from './held-out.ts';
import { isChat } from './honest-sample.ts';
import { readHonestText } from './honest-text.ts';
import { renderShare, type Count } from './interval.ts';
import { OWN_ATTACK, readOwnAttacks } from './own-attacks.ts';
import { SPEAKS_OF_AI } from './sample-weights.ts';
import { packModel, prepare, train } from './train-model.ts';

interface Verdict {
  readonly sample: Sample;
  readonly flagged: boolean;
  readonly error: boolean;
}

const samples = readSamples(process.argv[2] ?? DATA_FOLDER);
const all = [...samples, ...readHonestText(samples), ...readOwnAttacks()];
const open = all.filter((sample) => !isHeldBack(sample));
const verdicts =
  process.env['HELD_BACK'] === undefined ? judgeUnseen(open) : judgeHeldBack(open, all.filter(isHeldBack));

function judgeUnseen(known: readonly Sample[]): Verdict[] {
  const heldOut = trainHeldOut(known);
  const judged = [...known, ...plantAttacks(known)];
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = heldOut.folds[fold];
    if (model === undefined) return [];
    const scanner = scannerAt(model, chooseLimits(known, heldOut, fold));
    return judged.filter((sample) => sample.fold === fold).map((sample) => judge(scanner, sample));
  });
}

function judgeHeldBack(known: readonly Sample[], heldBack: readonly Sample[]): Verdict[] {
  const limits = chooseLimits(known, trainHeldOut(known));
  const scanner = scannerAt(packModel(train(known.map(prepare)), limits), limits);
  return [...heldBack, ...plantAttacks(heldBack.map((sample) => ({ ...sample, fold: 0 })))].map((sample) =>
    judge(scanner, sample),
  );
}

function judge(scanner: ReturnType<typeof scannerAt>, sample: Sample): Verdict {
  const findings = scanForAttacks(scanner, sample.text);
  return { sample, flagged: findings.length > 0, error: findings.some(({ severity }) => severity === 'error') };
}

const isAttack = ({ label, kind }: Sample): boolean => label === 'injection' && kind !== OWN_ATTACK;
const isHidden = ({ kind }: Sample): boolean => kind.startsWith('obf:');
const isSection = (sample: Sample): boolean => isCore(sample) || sample.kind === 'package';
const LONG = 1_200;

/** Rows of the table that are sums. */
const SUMS: Readonly<Record<string, (sample: Sample) => boolean>> = {
  'all attacks': isAttack,
  'third-party attacks': (sample) => isAttack(sample) && !isHidden(sample) && sample.source !== 'handmade-dev',
  'long attacks (over 1,200 characters)': (sample) => isAttack(sample) && sample.text.length > LONG,
  'hidden and encoded attacks': (sample) => isAttack(sample) && isHidden(sample),
  'embedded attacks': ({ label }) => label === 'planted',
  'our own attacks': ({ label, kind }) => label === 'injection' && kind === OWN_ATTACK,
  'honest core': isCore,
  'honest core and package documentation that speaks of AI': (sample) =>
    sample.label === 'benign' && isSection(sample) && SPEAKS_OF_AI.test(sample.text),
  'honest chat prompts': isChat,
};

function nameOf(sample: Sample): string {
  const { label, kind, source } = sample;
  if (label === 'planted') return `embedded: ${kind}`;
  if (label === 'benign') return `honest ${kind}${isChat(sample) && kind === 'own' ? ' chat' : ''}`;
  if (isHidden(sample)) return `hidden: ${kind.slice('obf:'.length)}`;
  return kind === OWN_ATTACK ? `own: ${source}` : `attack: ${source} ${kind}`;
}

const count = (part: readonly Verdict[], isHit: (verdict: Verdict) => boolean): Count => ({
  all: part.length,
  found: part.filter(isHit).length,
});
const show = (name: string, part: readonly Verdict[]): void => {
  if (part.length === 0) return;
  const found = renderShare(count(part, ({ flagged }) => flagged));
  console.log(`${name.padEnd(56)} ${found}   errors ${renderShare(count(part, ({ error }) => error))}`);
};

if (process.env['SHOW'] !== undefined) {
  for (const { sample, flagged } of verdicts) {
    if (flagged === (sample.label === 'benign') && (isCore(sample) || sample.label === 'injection'))
      console.log(sample.label, sample.source, sample.kind, JSON.stringify(sample.text.slice(0, 240)));
  }
}
const groups = new Map<string, Verdict[]>();
for (const verdict of verdicts) {
  const name = nameOf(verdict.sample);
  groups.set(name, [...(groups.get(name) ?? []), verdict]);
}
for (const [name, part] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) show(name, part);
for (const [name, belongs] of Object.entries(SUMS))
  show(
    name,
    verdicts.filter(({ sample }) => belongs(sample)),
  );
