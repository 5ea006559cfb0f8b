import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { findManifestFaults } from '../../../protocols/project/manifest/index.ts';
import { GROUNDING_FILE, MANIFEST_FILE } from '../../../protocols/project/index.ts';
import { TRUST_FILE } from '../../../protocols/project/trust/index.ts';
import { findHandoff, type Handoff } from '../folder/read-handoff.ts';
import { checkVersions, findRootObject, readRepoName } from './aahp-config.ts';

/** Version of the public tool whose command line and exit codes are kept. */
export const AAHP_TOOL_VERSION = '3.8.1';

export interface DoctorGate {
  readonly status: 'pass' | 'fail' | 'missing' | 'skip' | 'self';
  readonly reason: string;
}

export interface Conformance {
  readonly repo: string;
  readonly checkedAt: string;
  readonly gates: Readonly<Record<string, DoctorGate>>;
}

/** The public tool's conformance record. With governance alone the handoff is not looked at. */
export async function aahpDoctor(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  governance: boolean,
): Promise<Conformance> {
  const pkg = await findRootObject(platform, 'package.json');
  const config = await findRootObject(platform, 'aahp.config.json');
  const handoff = governance ? undefined : await findHandoff(platform);
  const unless = (judge: () => DoctorGate): DoctorGate =>
    governance ? { status: 'skip', reason: 'governance mode: handoff gate not evaluated' } : judge();
  const release: DoctorGate = { status: 'skip', reason: 'a gate of releases; not part of handoffs' };
  return {
    repo: await readRepoName(platform, pkg),
    checkedAt: renderIsoTime(platform.clock.now()),
    gates: {
      'handoff-set': unless(() => checkSet(handoff)),
      'manifest-schema': unless(() => checkSchema(handoff)),
      grounding: unless(() => checkGrounding(handoff)),
      'pinned-dep': checkPin(pkg ?? {}, config?.['pinnedDep']),
      'changelog-format': release,
      'version-sync': await checkVersions(platform, config?.['versionSites']),
    },
  };
}

const pass = (reason: string): DoctorGate => ({ status: 'pass', reason });
const fail = (reason: string): DoctorGate => ({ status: 'fail', reason });

function checkSet(handoff: Handoff | undefined): DoctorGate {
  if (handoff?.manifestText === undefined) return fail(`${MANIFEST_FILE} not found`);
  const listed = Object.keys((handoff.manifest ?? handoff.repaired?.manifest)?.files ?? {});
  const gone = listed.filter((name) => !handoff.files.has(name));
  return gone.length === 0
    ? pass(`${listed.length} indexed files present`)
    : fail(`indexed file(s) missing on disk: ${gone.join(', ')}`);
}

function checkSchema(handoff: Handoff | undefined): DoctorGate {
  if (handoff?.manifestText === undefined) return fail(`${MANIFEST_FILE} missing`);
  const [first, ...more] = findManifestFaults(handoff.manifestText);
  return first === undefined
    ? pass(`${MANIFEST_FILE} validates against its schema`)
    : fail(`${first}${more.length === 0 ? '' : ` and ${more.length} more`}`);
}

function checkGrounding(handoff: Handoff | undefined): DoctorGate {
  const trust = handoff?.files.get(TRUST_FILE)?.text;
  if (handoff?.files.has(GROUNDING_FILE) !== true) return fail(`${GROUNDING_FILE} not found`);
  if (trust === undefined) return fail(`${TRUST_FILE} not found`);
  return trust.split('\n').some(hasProvenanceColumn)
    ? pass(`${GROUNDING_FILE} present; ${TRUST_FILE} has a Provenance column`)
    : fail(`${TRUST_FILE} has no Provenance column`);
}

const hasProvenanceColumn = (line: string): boolean =>
  line.startsWith('|') &&
  line
    .split('|')
    .slice(1, -1)
    .some((cell) => /\bProvenance\b/i.test(cell));

/** Whether the public tool's package is pinned, for projects that ask for it in `pinnedDep`. */
function checkPin(pkg: JsonObject, wanted: unknown): DoctorGate {
  const config = isJsonObject(wanted) ? wanted : undefined;
  const name = typeof config?.['name'] === 'string' && config['name'] !== '' ? config['name'] : '@elvatis_com/aahp';
  if (pkg['name'] === name) return { status: 'self', reason: `this repository is ${name} itself` };
  if (config === undefined) return { status: 'skip', reason: 'no pin asked for (set pinnedDep)' };
  const asked = config['location'];
  const location = asked === 'dependencies' || asked === 'any' ? asked : 'devDependencies';
  const places = location === 'any' ? ['devDependencies', 'dependencies'] : [location];
  const found = places.flatMap((place) => {
    const table = pkg[place];
    const value = isJsonObject(table) ? table[name] : undefined;
    return typeof value === 'string' ? [value] : [];
  })[0];
  if (found === undefined) return { status: 'missing', reason: `${name} not pinned in ${location}` };
  if (/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(found)) return pass(`pinned exact: ${found}`);
  return config['allowRange'] === true
    ? pass(`pinned (range allowed): ${found}`)
    : fail(`not an exact pin: "${found}"`);
}
