/**
 * Honest text beside the development data: documentation and doc comments of installed packages, plain sentences out of
 * them, and our own texts in many languages. It teaches the model that ordinary technical writing is no attack.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample } from './dataset.ts';
import { honest } from './honest-sample.ts';
import { readRegistryText } from './registry-text.ts';
import { LONGEST_SECTION, splitOwnTexts, splitSections, spread } from './sections.ts';

const PACKAGE_LIST = 'scripts/guard/packages.json';
const OWN_TEXTS = 'scripts/guard/honest';
/** So that no large package outweighs the others. */
const MAX_SECTIONS = 60;
const MAX_COMMENTS = 100;
const MAX_LINES = 2;

export function readHonestText(samples: readonly Sample[]): Sample[] {
  const packages = [...readPackages(), ...readRegistryText()];
  const sections = [...samples, ...packages].filter(isOrdinary);
  return [...packages, ...sections.flatMap(takeLines), ...sections.flatMap(takeCode), ...readOwnTexts()];
}

const NOT_ORDINARY = new Set(['hardneg', 'secdocs', 'secpackage', 'prompt']);
const isOrdinary = ({ label, kind }: Sample): boolean => label === 'benign' && !NOT_ORDINARY.has(kind);

/** The list pins versions: other versions hold other text, and would give another model. */
function readPackages(): Sample[] {
  const list = JSON.parse(readFileSync(PACKAGE_LIST, 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(list).flatMap(([name, version]) => {
    const folder = join('node_modules', name);
    const found = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
    if (found !== version)
      throw new Error(`${name} is installed as ${found}, not ${version}: change ${PACKAGE_LIST} to train with it`);
    return readPackage(name, folder);
  });
}

function readPackage(name: string, folder: string): Sample[] {
  const files = listFiles(folder);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const sections = files.filter((file) => /\.md$/i.test(file) && !/licen[cs]e/i.test(file));
  const comments = files.filter((file) => /\.d\.[cm]?ts$/.test(file));
  return [
    ...spread(
      sections.flatMap((file) => splitSections(read(file))),
      MAX_SECTIONS,
    ),
    read('package.json').slice(0, LONGEST_SECTION),
    ...spread([...new Set(comments.flatMap((file) => takeComments(read(file))))], MAX_COMMENTS),
  ].map((text) => honest('package', name, text));
}

/** By name, so that every file system gives the same order. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('node_modules/'))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

function takeComments(source: string): string[] {
  const found: string[] = [];
  for (const [, comment = ''] of source.matchAll(/\/\*\*([\s\S]{80,6000}?)\*\//g)) {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''));
    const text = lines.join('\n').trim().slice(0, LONGEST_SECTION);
    if (text.length >= 120 && text.split(' ').length >= 12 && !/licen[cs]e/i.test(text.slice(0, 200))) found.push(text);
  }
  return found;
}

/** Sentences without their markup, as they occur in messages: text without headings and lists is no attack either. */
export function takeLines({ text, source, fold }: Sample): Sample[] {
  const lines = text.replaceAll(/```[\s\S]*?(?:```|$)/g, '\n').split('\n');
  return lines
    .map(stripMarkup)
    .filter(isSentence)
    .slice(0, MAX_LINES)
    .map((line) => ({ ...honest('line', source, line), fold }));
}

/** Code and data by themselves, as they occur in logs and tickets. */
function takeCode({ text, source, fold }: Sample): Sample[] {
  const blocks = [...text.matchAll(/```[^\n]*\n([\s\S]{40,1500}?)\n```/g)].map(([, block = '']) => block);
  return blocks.slice(0, 1).map((block) => ({ ...honest('code', source, block), fold }));
}

const stripMarkup = (line: string): string =>
  line
    .replace(/^[\s>*+\-#\d.)|]+/, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]{1,3}/g, '')
    .trim();

const isSentence = (line: string): boolean =>
  line.length >= 30 &&
  line.length <= 400 &&
  !line.includes('|') &&
  /^[A-Za-z].*[a-z]/.test(line) &&
  line.split(' ').length >= 5;

function readOwnTexts(): Sample[] {
  return readdirSync(OWN_TEXTS)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((file) =>
      splitOwnTexts(readFileSync(join(OWN_TEXTS, file), 'utf8')).map((text) => honest('own', file, text)),
    );
}
