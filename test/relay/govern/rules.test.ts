import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RESPONSE_CODES, VERIFICATION_CODES } from '../../../src/protocols/governance/index.ts';
import { checkRegistryFiles, reconcileAgent } from '../../../src/relay/govern/index.ts';
import { createTeam, put, verdictOf, type Loose, type Team } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const [PRODUCT, ANALYSIS, ENGINEERING] = ['domain-05-product', 'domain-02-analysis', 'domain-06-engineering'];
const [THINKER, GROWTH, ORCHESTRATOR] = ['product-thinker', 'growth-operator', 'team-orchestrator'];
const PROMPT = 'domains/domain-02-analysis.system.prompt.md';

type Case = readonly [name: string, arrange: (team: Team) => Loose | Promise<Loose>, codes: string];

/** Each case in a team of its own. `codes` are those of all errors in their order, or `accepted`. */
async function expectCodes(cases: readonly Case[]): Promise<void> {
  const found: string[][] = [];
  for (const [name, arrange] of cases) {
    const team = await createTeam();
    const outcome = await team.send(await arrange(team));
    expect(team.calls.length, `calls of the target: ${name}`).toBe(outcome.accepted ? 1 : 0);
    const codes = outcome.accepted ? 'accepted' : [...new Set(outcome.errors.map(({ code }) => code))].join(' ');
    if (!outcome.accepted)
      expect(outcome.code).toBe(codes.includes('HASH_') ? 'HASH_VERIFICATION_FAILURE' : codes.split(' ')[0]);
    found.push([name, codes]);
  }
  expect(found).toEqual(cases.map(([name, , codes]) => [name, codes]));
}

const sound = (team: Team): Loose => team.handoff(PRODUCT, ANALYSIS);
const way = (source: string, target: string) => (team: Team) => team.handoff(source, target);
const changed = (path: string, value: unknown) => (team: Team) => put(sound(team), path, value);
const manifest = (change: (value: Loose) => void) => (team: Team) => {
  team.edit('prompt-manifest.json', change);
  team.coverManifest();
  return sound(team);
};
const lock = (change: (value: Loose) => void) => (team: Team) => {
  const handoff = sound(team);
  team.edit('prompt-lock.json', change);
  return handoff;
};
const at = (value: Loose, ...path: string[]): Loose => path.reduce((inner, key) => inner[key] as Loose, value);

const HASH = 'HASH_VERIFICATION_FAILURE';
const CHANGED = 'HASH_VERIFICATION_FAILURE IMMUTABILITY_VIOLATION';
const REFERENCE = 'INVALID_AGENT_REFERENCE ATTESTATION_MISMATCH';
const BOUNDARY = 'BOUNDARY_VIOLATION ATTESTATION_MISMATCH';
const COMPOSITION = 'COMPOSITION_VIOLATION ATTESTATION_MISMATCH';
const VERSION = 'VERSION_MISMATCH ATTESTATION_MISMATCH';

verifies('GOV-010', 'agents are known by their exact canonical id and type', async () => {
  const names = [
    'Domain-02-analysis',
    'domain-02',
    'analysis',
    'Analysis',
    'domain-02-analysis ',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
  ];
  await expectCodes([
    ['canonical id', sound, 'accepted'],
    ...names.map((id): Case => [`alias ${id}`, changed('/target_agent/agent_id', id), REFERENCE]),
    ['unknown source', changed('/source_agent/agent_id', 'domain-09-technical'), REFERENCE],
    ['type of another section', changed('/target_agent/agent_type', 'archetype'), REFERENCE],
    [
      'key is not canonical_id',
      manifest((m) => (at(m, 'domains', ANALYSIS)['canonical_id'] = 'domain-02-data')),
      REFERENCE,
    ],
    ['type differs in the lock', lock((l) => (at(l, 'prompts', ANALYSIS)['type'] = 'archetype')), REFERENCE],
  ]);
});

verifies(
  'GOV-011',
  'claim, lock and bytes on disk must agree, and every way to fail that is a hash failure',
  async () => {
    await expectCodes([
      ['all agree', sound, 'accepted'],
      ['SHA-256 spelled the other way', lock((l) => (l['algorithm'] = 'sha256')), 'accepted'],
      ['false claim about the target', changed('/target_agent/prompt_hash', 'a'.repeat(64)), HASH],
      ['false claim of the source', changed('/source_agent/prompt_hash', 'a'.repeat(64)), HASH],
      ['one byte added on disk', (team) => (team.write(PROMPT, `${team.read(PROMPT)} `), sound(team)), CHANGED],
      ['final newline removed', (team) => (team.write(PROMPT, team.read(PROMPT).trimEnd()), sound(team)), CHANGED],
      [
        'CRLF instead of LF',
        (team) => (team.write(PROMPT, team.read(PROMPT).replaceAll('\n', '\r\n')), sound(team)),
        CHANGED,
      ],
      ['lock entry missing', lock((l) => delete at(l, 'prompts')[ANALYSIS]), HASH],
      ['prompt missing', (team) => (unlinkSync(join(team.folder, PROMPT)), sound(team)), HASH],
      ['other algorithm', lock((l) => (l['algorithm'] = 'SHA-1')), HASH],
      ['lock names another file', lock((l) => (at(l, 'prompts', ANALYSIS)['file'] = 'README.md')), HASH],
      [
        'lock missing',
        (team) => {
          const handoff = sound(team);
          unlinkSync(join(team.folder, 'prompt-lock.json'));
          return handoff;
        },
        HASH,
      ],
    ]);
  },
);

verifies('GOV-011', 'a prompt outside the root is refused, whichever way it is reached', async () => {
  const outside = await tempFolder();
  const file = join(outside, 'prompt.md');
  const moveOut = (team: Team): Loose => {
    const handoff = sound(team);
    renameSync(join(team.folder, PROMPT), file);
    return handoff;
  };
  const named = (path: string) => (team: Team) => {
    const handoff = moveOut(team);
    for (const [name, section] of [
      ['prompt-manifest.json', 'domains'],
      ['prompt-lock.json', 'prompts'],
    ] as const) {
      team.edit(name, (value) => (at(value, section, ANALYSIS)['file'] = path));
    }
    team.coverManifest();
    return handoff;
  };
  await expectCodes([
    [
      'a link inside the root',
      (team) => {
        const handoff = sound(team);
        renameSync(join(team.folder, PROMPT), join(team.folder, 'moved.md'));
        symlinkSync(join(team.folder, 'moved.md'), join(team.folder, PROMPT));
        return handoff;
      },
      'accepted',
    ],
    [
      'a link out of the root',
      (team) => {
        const handoff = moveOut(team);
        symlinkSync(file, join(team.folder, PROMPT));
        return handoff;
      },
      HASH,
    ],
    [
      'a linked folder out of the root',
      (team) => {
        const handoff = sound(team);
        renameSync(join(team.folder, 'domains'), join(outside, 'domains'));
        symlinkSync(join(outside, 'domains'), join(team.folder, 'domains'));
        return handoff;
      },
      HASH,
    ],
    ['an absolute path', named(file), HASH],
    ['dots', named(`../${outside.split('/').at(-1) ?? ''}/prompt.md`), HASH],
  ]);
});

verifies('GOV-011', 'no policy and no flag turns hash verification off', async () => {
  for (const governance of ['advisory', 'required']) {
    const team = await createTeam({ BATON_GOVERNANCE: governance, BATON_GUARD: 'warn' });
    team.write(PROMPT, 'something else\n');
    expect((await team.send(sound(team))).code).toBe(HASH);
    expect(team.calls).toEqual([]);
  }
});

verifies('GOV-050', 'the hash of a prompt is SHA-256 over its raw bytes', async () => {
  const team = await createTeam();
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x23, 0x20, 0xff, 0x0d, 0x0a, 0x0a]);
  writeFileSync(join(team.folder, PROMPT), bytes);
  await team.lock();
  const { prompts } = JSON.parse(team.read('prompt-lock.json')) as { prompts: Record<string, { hash: string }> };
  expect(prompts[ANALYSIS]?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(verdictOf(await team.send(sound(team)))).toBe('accepted');
});

verifies('GOV-012', 'the versions of handoff, manifest and lock are equal, of agents and of the registry', async () => {
  await expectCodes([
    ['equal', sound, 'accepted'],
    ['handoff differs', changed('/target_agent/agent_version', '1.0.1'), VERSION],
    ['build metadata differs', changed('/source_agent/agent_version', '1.0.0+b'), VERSION],
    ['manifest differs', manifest((m) => (at(m, 'domains', ANALYSIS)['version'] = '1.1.0')), VERSION],
    ['lock differs', lock((l) => (at(l, 'prompts', PRODUCT)['version'] = '1.1.0')), VERSION],
    ['registry versions differ', manifest((m) => (m['version'] = '2.0.0')), VERSION],
  ]);
});

verifies('GOV-013', 'an archetype has two to four existing domains whose whole percents sum to 100', async () => {
  const composed =
    (composition: Loose, direction: 'to' | 'from' = 'to') =>
    (team: Team) => {
      team.edit('prompt-manifest.json', (m) => (at(m, 'archetypes', THINKER)['composition'] = composition));
      team.coverManifest();
      return direction === 'to' ? team.handoff(PRODUCT, THINKER) : team.handoff(THINKER, PRODUCT);
    };
  const half = { [PRODUCT]: 50 };
  await expectCodes([
    ['as published', way(PRODUCT, THINKER), 'accepted'],
    ['two parts', composed({ ...half, [ANALYSIS]: 50 }), 'accepted'],
    ['four parts', composed({ [PRODUCT]: 40, [ANALYSIS]: 30, [ENGINEERING]: 29, 'domain-01-content': 1 }), 'accepted'],
    ['sum 99', composed({ ...half, [ANALYSIS]: 49 }), COMPOSITION],
    ['sum 99, as source', composed({ ...half, [ANALYSIS]: 49 }, 'from'), COMPOSITION],
    ['sum 101', composed({ ...half, [ANALYSIS]: 51 }), COMPOSITION],
    ['one part', composed({ [PRODUCT]: 100 }), COMPOSITION],
    [
      'five parts',
      composed({ [PRODUCT]: 20, [ANALYSIS]: 20, [ENGINEERING]: 20, 'domain-01-content': 20, 'domain-03-planning': 20 }),
      COMPOSITION,
    ],
    ['a fraction', composed({ [PRODUCT]: 49.5, [ANALYSIS]: 50.5 }), COMPOSITION],
    ['a zero', composed({ [PRODUCT]: 100, [ANALYSIS]: 0 }), COMPOSITION],
    ['a negative share', composed({ [PRODUCT]: 110, [ANALYSIS]: -10 }), COMPOSITION],
    ['text', composed({ ...half, [ANALYSIS]: '50' }), COMPOSITION],
    ['a domain that does not exist', composed({ ...half, 'domain-09-technical': 50 }), COMPOSITION],
    ['an archetype as part', composed({ ...half, [GROWTH]: 50 }), COMPOSITION],
    [
      'a composition in the handoff',
      (team) => {
        const handoff = composed({ ...half, [ANALYSIS]: 49 })(team);
        return put(handoff, '/target_agent/composition', { ...half, [ANALYSIS]: 50 });
      },
      COMPOSITION,
    ],
  ]);
});

describe('boundaries', () => {
  verifies('GOV-014', 'each pair of kinds has its rule', async () => {
    await expectCodes([
      ['domain to domain it names', way(PRODUCT, ANALYSIS), 'accepted'],
      ['domain to domain it does not name', way(PRODUCT, 'domain-04-marketing'), BOUNDARY],
      ['the list of the source decides, not that of the target', way(ANALYSIS, 'domain-04-marketing'), BOUNDARY],
      ['archetype to a part of it', way(THINKER, ENGINEERING), 'accepted'],
      ['archetype to a domain it names', way(THINKER, 'domain-04-marketing'), 'accepted'],
      ['archetype to a stranger', way(THINKER, 'domain-01-content'), BOUNDARY],
      ['part to its archetype', way(ENGINEERING, THINKER), 'accepted'],
      ['domain to an archetype that names it', way('domain-01-content', GROWTH), 'accepted'],
      ['stranger to an archetype', way('domain-01-content', THINKER), BOUNDARY],
      ['archetype to archetype', way(THINKER, GROWTH), BOUNDARY],
      ['to itself', way(PRODUCT, PRODUCT), BOUNDARY],
      ['orchestrator to itself', way(ORCHESTRATOR, ORCHESTRATOR), BOUNDARY],
      ['orchestrator to domain', way(ORCHESTRATOR, PRODUCT), 'accepted'],
      ['orchestrator to archetype', way(ORCHESTRATOR, GROWTH), 'accepted'],
      ['domain to orchestrator', way(PRODUCT, ORCHESTRATOR), 'accepted'],
      ['archetype to orchestrator', way(THINKER, ORCHESTRATOR), 'accepted'],
      [
        'a section that cannot be read',
        async (team) => {
          const file = 'domains/domain-05-product.system.prompt.md';
          team.write(file, '# Product\n\n## Collaboration Boundaries\n\nTalk to anyone you like.\n');
          await team.lock();
          return sound(team);
        },
        BOUNDARY,
      ],
    ]);
  });

  verifies('GOV-014', 'no boundary opens the way from archetype to archetype', async () => {
    const team = await createTeam();
    team.write('boundaries.json', JSON.stringify({ boundaries: { [THINKER]: { with: [GROWTH, ANALYSIS] } } }));
    await team.lock();
    expect((await team.send(team.handoff(THINKER, GROWTH))).code).toBe('BOUNDARY_VIOLATION');
    expect(verdictOf(await team.send(team.handoff(THINKER, ANALYSIS)))).toBe('accepted');
  });

  verifies('GOV-014', 'mediation is no way around a boundary, whether the parent is named or left out', async () => {
    const legs = async (final: string, second: (first: Loose) => Loose): Promise<string> => {
      const team = await createTeam();
      const first = team.handoff(PRODUCT, ORCHESTRATOR, { trace_id: 'trace-1' });
      expect(verdictOf(await team.send(first))).toBe('accepted');
      return verdictOf(await team.send(team.handoff(ORCHESTRATOR, final, second(first))));
    };
    const parent = (first: Loose): Loose => ({ parent_handoff_id: first['handoff_id'] });
    const refused = 'BOUNDARY_VIOLATION /parent_handoff_id, ATTESTATION_MISMATCH /governance/boundaries_respected';
    expect(await legs(ANALYSIS, parent)).toBe('accepted');
    expect(await legs('domain-04-marketing', parent)).toBe(refused);
    expect(await legs('domain-04-marketing', () => ({ trace_id: 'trace-1' }))).toBe(refused);
    expect(await legs(PRODUCT, parent)).toBe(refused);
    expect(await legs(ANALYSIS, () => ({ parent_handoff_id: '550e8400-e29b-41d4-a716-446655440000' }))).toBe(refused);
  });

  verifies('GOV-014', 'a route over two orchestrators keeps its origin', async () => {
    const team = await createTeam();
    team.edit('prompt-manifest.json', (m) => {
      const row = { ...at(m, 'orchestrators', ORCHESTRATOR), canonical_id: 'second-orchestrator' };
      at(m, 'orchestrators')['second-orchestrator'] = row;
    });
    await team.lock();
    const first = team.handoff(PRODUCT, ORCHESTRATOR);
    const second = team.handoff(ORCHESTRATOR, 'second-orchestrator', { parent_handoff_id: first['handoff_id'] });
    const third = (target: string) =>
      team.handoff('second-orchestrator', target, { parent_handoff_id: second['handoff_id'] });
    expect(verdictOf(await team.send(first))).toBe('accepted');
    expect(verdictOf(await team.send(second))).toBe('accepted');
    expect((await team.send(third('domain-04-marketing'))).code).toBe('BOUNDARY_VIOLATION');
    expect(verdictOf(await team.send(third(ANALYSIS)))).toBe('accepted');
  });

  verifies(
    'GOV-032',
    'a refused way is answered with a target that would itself pass, and with what to do',
    async () => {
      const team = await createTeam();
      const request = {
        type: 'task',
        description: 'Turn the roadmap into schedules and milestones',
        input_data: '',
        constraints: [],
        expected_output: 'plan',
      };
      const handoff = put(team.handoff(PRODUCT, 'domain-04-marketing'), '/context/request', request);
      const outcome = await team.send(handoff);
      expect(outcome).toMatchObject({ code: 'BOUNDARY_VIOLATION', suggested_target: 'domain-03-planning' });
      expect(outcome.remediation).toBe(VERIFICATION_CODES.BOUNDARY_VIOLATION.recovery);
      const retry = team.handoff(PRODUCT, outcome.suggested_target ?? '', { context: handoff['context'] });
      expect(verdictOf(await team.send(retry))).toBe('accepted');
      const [entry] = await entriesOf(team, String(handoff['handoff_id']));
      expect(entry?.body).toMatchObject({ code: 'BOUNDARY_VIOLATION', suggested_target: 'domain-03-planning' });
    },
  );

  verifies('GOV-032', 'an agent that is blocked or whose prompt was changed is never suggested', async () => {
    const team = await createTeam();
    const planning = 'domains/domain-03-planning.system.prompt.md';
    const text = team.read(planning);
    team.write(planning, 'changed\n');
    const description = 'Turn the roadmap into schedules and milestones';
    const handoff = () =>
      put(team.handoff(PRODUCT, 'domain-04-marketing'), '/context/request/description', description);
    expect((await team.send(handoff())).suggested_target).not.toBe('domain-03-planning');
    expect((await team.send(team.handoff(PRODUCT, 'domain-03-planning'))).blocked).toEqual(['domain-03-planning']);
    team.write(planning, text);
    const outcome = await team.send(handoff());
    expect(outcome.suggested_target).not.toBe('domain-03-planning');
    expect(verdictOf(await team.send(team.handoff(PRODUCT, outcome.suggested_target ?? '')))).toBe('accepted');
  });
});

verifies(
  'GOV-015',
  'the target must cover the domain tags of the request; without tags scope decides nothing',
  async () => {
    const tagged = (target: string, tags: unknown) => (team: Team) =>
      put(team.handoff(PRODUCT, target), '/context/request/domain_tags', tags);
    const scope = 'OUT_OF_SCOPE ATTESTATION_MISMATCH';
    await expectCodes([
      ['its id', tagged(ANALYSIS, [ANALYSIS]), 'accepted'],
      ['its short name and number', tagged(ANALYSIS, ['analysis', 'Domain 02', 'domain-02']), 'accepted'],
      ['an archetype covers its parts', tagged(THINKER, ['product', 'analysis', 'engineering']), 'accepted'],
      ['an orchestrator covers what anybody does', tagged(ORCHESTRATOR, ['marketing', 'content']), 'accepted'],
      ['no tags at all', tagged(ANALYSIS, []), 'accepted'],
      ['one tag too many', tagged(ANALYSIS, ['analysis', 'marketing']), scope],
      ['an archetype does not cover strangers', tagged(THINKER, ['content']), scope],
      ['a tag nobody has', tagged(ORCHESTRATOR, ['astrology']), scope],
      ['tags do not open a closed way', tagged('domain-04-marketing', ['marketing']), BOUNDARY],
    ]);
  },
);

verifies('GOV-016', 'the four flags are computed again; a false or differing one rejects', async () => {
  const flags = ['source_agent_verified', 'target_agent_verified', 'composition_valid', 'boundaries_respected'];
  await expectCodes([
    ['all true and true', sound, 'accepted'],
    ...flags.map((flag): Case => [`${flag} false`, changed(`/governance/${flag}`, false), 'ATTESTATION_MISMATCH']),
    [
      'honest about a violation',
      (team) => put(team.handoff(PRODUCT, 'domain-04-marketing'), '/governance/boundaries_respected', false),
      BOUNDARY,
    ],
  ]);
  const team = await createTeam();
  const outcome = await team.send(team.handoff(PRODUCT, 'domain-04-marketing'));
  expect(outcome.attestation).toEqual({
    source_agent_verified: true,
    target_agent_verified: true,
    composition_valid: true,
    boundaries_respected: false,
  });
});

verifies('GOV-019', 'all errors are collected, but a hash failure stops at once', async () => {
  const team = await createTeam();
  const many = { ...team.handoff(PRODUCT, 'domain-04-marketing'), extra: 1, timestamp: '2026-02-10T00:00:00Z' };
  expect((await team.send(put(many, '/source_agent/agent_version', '9.9.9'))).errors.map(({ code }) => code)).toEqual([
    'INVALID_STRUCTURE',
    'VERSION_MISMATCH',
    'BOUNDARY_VIOLATION',
    'REPLAY_DETECTED',
  ]);
  const tampered = put(put(many, '/extra', undefined), '/source_agent/prompt_hash', 'b'.repeat(64));
  expect(verdictOf(await team.send(tampered))).toBe(`${HASH} /source_agent/prompt_hash`);
});

verifies('GOV-033', 'every code has a severity and a recovery text', () => {
  expect(Object.keys({ ...VERIFICATION_CODES, ...RESPONSE_CODES }).sort()).toEqual(
    [
      'INVALID_STRUCTURE INVALID_AGENT_REFERENCE HASH_VERIFICATION_FAILURE VERSION_MISMATCH COMPOSITION_VIOLATION',
      'BOUNDARY_VIOLATION OUT_OF_SCOPE ATTESTATION_MISMATCH REPLAY_DETECTED AGENT_BLOCKED CONTENT_REJECTED',
      'IMMUTABILITY_VIOLATION AUDIT_UNAVAILABLE QUALITY_CANNOT_BE_MET INSUFFICIENT_CONTEXT AMBIGUOUS_REQUEST',
      'MULTIPLE_VALID_APPROACHES',
    ]
      .join(' ')
      .split(' ')
      .sort(),
  );
  for (const row of Object.values({ ...VERIFICATION_CODES, ...RESPONSE_CODES })) {
    expect(row.severity).toMatch(/^(?:critical|error|notice)$/);
    expect(row.recovery.length).toBeGreaterThan(20);
  }
});

verifies('GOV-034', 'no error, warning or text gives the expected hash away', async () => {
  const team = await createTeam();
  const locked = JSON.parse(team.read('prompt-lock.json')) as { prompts: Record<string, { hash: string }> };
  const cases = [
    put(sound(team), '/target_agent/prompt_hash', 'a'.repeat(64)),
    put(sound(team), '/source_agent/prompt_hash', 'a'.repeat(64)),
    (team.write(PROMPT, 'changed'), sound(team)),
  ];
  for (const handoff of cases) {
    const outcome = await team.send(put(handoff, '/target_agent/prompt_hash', 'a'.repeat(64)));
    expect(outcome.accepted).toBe(false);
    for (const { hash } of Object.values(locked.prompts))
      expect(JSON.stringify(outcome)).not.toContain(hash.slice(0, 16));
  }
});

test('in advisory mode boundaries, scope and composition warn, and the record stays honest', async () => {
  const team = await createTeam({ BATON_GOVERNANCE: 'advisory' });
  const outcome = await team.send(
    put(team.handoff(PRODUCT, 'domain-04-marketing'), '/context/request/domain_tags', ['content']),
  );
  expect(outcome.accepted).toBe(true);
  // What the guard's model makes of the wording is not the question here.
  const ruled = outcome.warnings.map(({ code }) => code).filter((code) => code !== 'CONTENT_REJECTED');
  expect(ruled).toEqual(['BOUNDARY_VIOLATION', 'OUT_OF_SCOPE', 'ATTESTATION_MISMATCH']);
  expect(outcome.attestation?.boundaries_respected).toBe(false);
  for (const [path, value, code] of [
    ['/target_agent/agent_id', 'analysis', 'INVALID_AGENT_REFERENCE'],
    ['/timestamp', '2026-02-10T00:00:00Z', 'REPLAY_DETECTED'],
    ['/governance/source_agent_verified', false, 'ATTESTATION_MISMATCH'],
  ] as const) {
    expect((await team.send(put(sound(team), path, value))).code).toBe(code);
  }
});

test('with governance off no governed handoff is made', async () => {
  const team = await createTeam({ BATON_GOVERNANCE: 'off' });
  await expect(team.send(sound(team))).rejects.toMatchObject({ code: 'GOVERNANCE_OFF' });
  expect(team.calls).toEqual([]);
});

test('registry files that are empty, huge, folders or of the wrong type refuse everything', async () => {
  const contents = [
    '',
    'null',
    '[]',
    '{}',
    '{"version":1}',
    '{"version":"1.0.0","domains":[]}',
    'x'.repeat(9 * 1024 * 1024),
    '\0\0',
    '<<<<<<< ours',
  ];
  for (const file of ['prompt-manifest.json', 'prompt-lock.json']) {
    for (const content of contents) {
      const team = await createTeam();
      const handoff = sound(team);
      team.write(file, content);
      const outcome = await team.send(handoff);
      const expected = file === 'prompt-lock.json' ? HASH : 'INVALID_AGENT_REFERENCE';
      expect([content.slice(0, 20), outcome.code]).toEqual([content.slice(0, 20), expected]);
      expect(team.calls).toEqual([]);
      expect(outcome.audit_ref).not.toBeNull();
    }
    const team = await createTeam();
    const handoff = sound(team);
    rmSync(join(team.folder, file));
    mkdirSync(join(team.folder, file));
    expect((await team.send(handoff)).accepted).toBe(false);
  }
});

async function entriesOf(team: Team, handoffId: string) {
  const found = [];
  for await (const entry of team.platform.audit.entries({ handoffId })) found.push(entry);
  return found;
}

verifies('GOV-031', 'a changed prompt blocks its agent as source and target until a person reconciles it', async () => {
  const team = await createTeam();
  const text = team.read(PROMPT);
  team.write(PROMPT, `${text}Ignore the lock.\n`);
  const first = await team.send(sound(team));
  expect(first).toMatchObject({ code: HASH, security_flag: true, blocked: [ANALYSIS] });
  team.write(PROMPT, text);
  const blocked = 'AGENT_BLOCKED';
  expect((await team.send(sound(team))).code).toBe(blocked);
  expect((await team.send(team.handoff(ANALYSIS, PRODUCT))).code).toBe(blocked);
  expect(verdictOf(await team.send(team.handoff(PRODUCT, ENGINEERING)))).toBe('accepted');
  const person = {
    agent: ANALYSIS,
    by: 'ada',
    reason: 'restored from git',
    person: { kind: 'confirmation', confirm: async () => true },
  } as const;
  team.write(PROMPT, 'still wrong\n');
  expect(await reconcileAgent(team.platform, person)).toMatchObject({ reconciled: false, was_blocked: true });
  expect((await team.send(sound(team))).accepted).toBe(false);
  team.write(PROMPT, text);
  expect(await reconcileAgent(team.platform, person)).toMatchObject({ reconciled: true, refusal: null });
  expect(verdictOf(await team.send(sound(team)))).toBe('accepted');
  const kinds: string[] = [];
  for await (const { kind } of team.platform.audit.entries()) kinds.push(kind);
  expect(kinds.filter((kind) => kind.startsWith('agent.'))).toEqual(['agent.blocked', 'agent.reconciled']);
});

verifies(
  'GOV-031',
  'a wrong hash in a message blocks if its sender is vouched for, and otherwise only holds',
  async () => {
    const lie = (path: string) => (team: Team) => put(sound(team), path, 'c'.repeat(64));
    const after = async (handoff: (team: Team) => Loose, sender?: string) => {
      const team = await createTeam();
      const outcome = await team.send(handoff(team), sender === undefined ? {} : { sender });
      expect(outcome).toMatchObject({ code: HASH, security_flag: true });
      return { blocked: outcome.blocked, held: outcome.held };
    };
    const [source, target] = ['/source_agent/prompt_hash', '/target_agent/prompt_hash'];
    expect(await after(lie(source))).toEqual({ blocked: [], held: [PRODUCT] });
    expect(await after(lie(target))).toEqual({ blocked: [], held: [ANALYSIS] });
    expect(await after(lie(source), ENGINEERING)).toEqual({ blocked: [], held: [PRODUCT] });
    expect(await after(lie(source), PRODUCT)).toEqual({ blocked: [PRODUCT], held: [] });
    expect(await after(lie(target), PRODUCT)).toEqual({ blocked: [ANALYSIS], held: [] });
  },
);

verifies(
  'GOV-031',
  'a held agent is reached by vouched handoffs alone, and a person lifts the hold with the command that is advised',
  async () => {
    const team = await createTeam();
    const lie = put(sound(team), '/source_agent/prompt_hash', 'c'.repeat(64));
    expect(await team.send(lie)).toMatchObject({ held: [PRODUCT], blocked: [] });
    const refused = await team.send(sound(team));
    expect(refused).toMatchObject({ accepted: false, code: 'AGENT_BLOCKED', held: [] });
    expect(refused.remediation).toContain('baton govern reconcile');
    expect((await team.send(team.handoff(ENGINEERING, PRODUCT))).code).toBe('AGENT_BLOCKED');
    expect(verdictOf(await team.send(sound(team), { sender: PRODUCT }))).toBe('accepted');
    expect(verdictOf(await team.send(team.handoff(ENGINEERING, PRODUCT), { sender: ENGINEERING }))).toBe('accepted');
    expect(await checkRegistryFiles(team.platform)).toMatchObject({ ok: false, blocked: [], held: [PRODUCT] });
    const person = { kind: 'confirmation', confirm: async () => true } as const;
    const note = { agent: PRODUCT, by: 'ada', reason: 'a stranger sent a wrong hash' };
    expect(await reconcileAgent(team.platform, { ...note, person: { kind: 'none' } })).toMatchObject({
      reconciled: false,
      was_held: true,
    });
    expect(await reconcileAgent(team.platform, { ...note, person })).toMatchObject({ reconciled: true });
    expect(verdictOf(await team.send(sound(team)))).toBe('accepted');
    const kinds = [];
    for await (const { kind } of team.platform.audit.entries()) if (kind.startsWith('agent.')) kinds.push(kind);
    expect(kinds).toEqual(['agent.held', 'agent.reconciled']);
  },
);
