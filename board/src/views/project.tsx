import { get } from '../api.ts';
import { Grid } from '../parts/grid.tsx';
import { Ago, Countdown, Trust } from '../parts/labels.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { query } from '../place.ts';
import type { ProjectText, ProjectView as Project } from '../types.ts';

export function ProjectView() {
  const state = useLoaded<Project | null>('project', () => get('/v1/project'));
  return (
    <Loaded state={state}>
      {(project) =>
        project === null ? (
          <Empty view="Project" title="No project state here">
            <p>
              <code>baton init</code> sets up <code>.ai/handoff/</code>, what the next session must know.
            </p>
          </Empty>
        ) : (
          <div class="page split">
            <div>
              <Head project={project} />
              <Files project={project} />
              <Claims project={project} />
              <Savings project={project} />
            </div>
            <Reader />
          </div>
        )
      }
    </Loaded>
  );
}

function Head({ project }: { readonly project: Project }) {
  return (
    <>
      <h1>{project.name}</h1>
      <p class="lead">{project.context}</p>
      {project.lock !== undefined && (
        <p class={project.lock.isAlive ? 'callout' : 'callout bad'}>
          {project.lock.isAlive
            ? `${project.lock.agent} is at work`
            : `${project.lock.agent} stopped without closing; baton recover`}
          , since <Ago at={project.lock.started} />
        </p>
      )}
      <ul class="health" aria-label="Health">
        {project.health.map(({ step, question, result, ok }) => (
          <li key={step} class={ok ? 'good' : 'bad'}>
            <span aria-hidden="true">{ok ? '✓' : '✗'}</span> {question} <small>{result}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Files({ project }: { readonly project: Project }) {
  const most = Math.max(1, ...project.files.map(({ tokens }) => tokens));
  return (
    <section class="part">
      <h2>Files</h2>
      <Grid label="Files" heads={['File', 'Trust', 'Tokens', 'Sections', 'Changed']}>
        {project.files.map((file) => (
          <tr key={file.name}>
            <td>
              <a href={`/project?file=${encodeURIComponent(file.name)}`}>{file.name}</a>
              <small>{file.summary}</small>
            </td>
            <td>
              <Trust label={file.trust} />
            </td>
            <td class="number">
              <meter min={0} max={most} value={file.tokens} aria-label={`${file.tokens} tokens`} />{' '}
              {file.tokens.toLocaleString()}
            </td>
            <td>
              {file.sections.map((section) => (
                <a
                  key={section.name}
                  class="chip"
                  href={`/project?file=${encodeURIComponent(file.name)}&section=${encodeURIComponent(section.name)}`}
                >
                  {section.name} <small>{section.tokens}</small>
                </a>
              ))}
            </td>
            <td>{file.updated === undefined ? 'not in the manifest' : <Ago at={file.updated} />}</td>
          </tr>
        ))}
      </Grid>
    </section>
  );
}

const Claims = ({ project }: { readonly project: Project }) =>
  project.claims.length === 0 ? null : (
    <section class="part">
      <h2>Trust</h2>
      <Grid label="Assertions" heads={['Assertion', 'Written', 'Counts as', 'Expires']}>
        {project.claims.map((claim) => (
          <tr key={claim.property}>
            <td>{claim.property}</td>
            <td>{claim.status}</td>
            <td>
              <Trust
                label={
                  claim.effective === 'verified' ? 'Verified' : claim.effective === 'assumed' ? 'Assumed' : 'Unknown'
                }
              />
            </td>
            <td>
              {claim.expires === undefined ? (
                ''
              ) : isTime(claim.expires) ? (
                <Countdown to={claim.expires} />
              ) : (
                claim.expires
              )}
            </td>
          </tr>
        ))}
      </Grid>
    </section>
  );

const Savings = ({ project }: { readonly project: Project }) =>
  project.scenarios.length === 0 ? null : (
    <section class="part">
      <h2>What reading costs</h2>
      <Grid label="Cost of reading" heads={['For', 'All files', 'In layers', 'Saved']}>
        {project.scenarios.map(({ name, full, layered, savings }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="number">{full.toLocaleString()}</td>
            <td class="number">{layered.toLocaleString()}</td>
            <td class="number">{Math.round(savings)} %</td>
          </tr>
        ))}
      </Grid>
    </section>
  );

/** Where the project stands is what most people want to read. */
const FIRST_READ = 'STATUS.md';

function Reader() {
  const file = query.value.get('file') ?? FIRST_READ;
  const section = query.value.get('section');
  return <Content key={`${file}#${section ?? ''}`} file={file} section={section} />;
}

function Content({ file, section }: { readonly file: string; readonly section: string | null }) {
  const path = `/v1/project/files/${encodeURIComponent(file)}${section === null ? '' : `?section=${encodeURIComponent(section)}`}`;
  const state = useLoaded<ProjectText>(path, () => get(path));
  return (
    <aside class="reader" aria-label={file}>
      <h2>
        {file}
        {section !== null && <small>#{section}</small>}
      </h2>
      <Loaded state={state}>
        {({ trust, tokens, text }) => (
          <>
            <p class="facts">
              <Trust label={trust} /> <small>{tokens.toLocaleString()} tokens</small>
            </p>
            <Markdown text={text} />
          </>
        )}
      </Loaded>
    </aside>
  );
}

/** Some claims expire after a number of commits instead. */
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);
