import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exposed } from '../support/exposition';
import { conflicts, type MeasuredHarbour, serveHarbour } from '../support/measured-harbour';

const ROOT = join(__dirname, '../..');

/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ['job', 'instance'];

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** A metric in an expression, with the labels that the expression reads of it. */
interface Use {
  readonly name: string;
  readonly labels: readonly string[];
}

let served: MeasuredHarbour;
let exposed: ReadonlyMap<string, Exposed>;

/** Makes every label appear. */
beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation();
  served = await serveHarbour();
  const { body } = await served.request('POST', '/harbours', { name: 'Brest' });
  conflicts.left = 1;
  await served.request('PUT', `/harbours/${body.id}/dock`);
  await served.request('PUT', `/harbours/${body.id}/sink`);
  exposed = await served.scrape();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await served.stop();
});

/** The metrics of this package, without those of the process. */
function ours(): readonly (readonly [name: string, metric: Exposed])[] {
  return [...exposed].filter(([name]) => !/^(process|nodejs)_/.test(name));
}

function labelsOf({ samples }: Exposed): readonly string[] {
  const labels = samples.flatMap((sample) => Object.keys(sample.labels));
  return [...new Set(labels)].filter((label) => label !== 'application' && label !== 'le').sort();
}

describe('docs/running.md', () => {
  it('has every metric, with its type, labels and meaning', () => {
    const page = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `((?:http|db|koaggregate)_\w+)` \| (\w+) \| (.*?) \| (.*) \|$/gm)];
    const documented = rows.map(([, name, type, labels, help]) => ({
      name,
      type,
      help,
      labels: [...labels!.matchAll(/\w+/g)].map(([label]) => label).sort(),
    }));
    // SQLite has no pool, and so no values of its metrics.
    const hasSamples = (name: string | undefined) => exposed.get(name!)?.samples.length !== 0;
    const withoutUnseen = documented.map(({ labels, ...row }) => ({
      ...row,
      labels: hasSamples(row.name) ? labels : [],
    }));

    const found = ours().map(([name, one]) => ({ name, type: one.type, help: one.help, labels: labelsOf(one) }));
    expect(byName(withoutUnseen)).toEqual(byName(found));
  });
});

describe('docs/grafana/koaggregate.json', () => {
  const dashboard = JSON.parse(readFileSync(join(ROOT, 'docs/grafana/koaggregate.json'), 'utf8'));
  const panels = dashboard.panels as readonly Panel[];
  const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));
  const uses = targets.flatMap(({ title, expr }) => usesIn(expr).map((use) => ({ title, ...use })));

  it('reads only metrics and labels that are exported', () => {
    const unknown = uses.flatMap(({ title, name, labels }) => {
      const samples = samplesOf(name);
      if (!samples) return [`${title}: ${name}`];
      const known = new Set([...samples.flatMap((sample) => Object.keys(sample.labels)), ...OF_PROMETHEUS]);
      return samples.length === 0
        ? []
        : labels.filter((label) => !known.has(label)).map((label) => `${title}: ${label}`);
    });

    expect(uses.length).toBeGreaterThan(targets.length - 1);
    expect(unknown).toEqual([]);
  });

  it('shows every metric of this package', () => {
    const shown = new Set(
      uses.map(({ name }) => name.replace(/_(bucket|sum|count)$/, (suffix) => (exposed.has(name) ? suffix : ''))),
    );

    expect(
      ours()
        .map(([name]) => name)
        .filter((name) => !shown.has(name)),
    ).toEqual([]);
  });

  it('names in its legends only labels by which the values are told apart', () => {
    const unknown = targets.flatMap(({ title, expr, legendFormat }) => {
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? OF_PROMETHEUS;
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      return named
        .filter((label) => !grouped.includes(label) && !/^\w+\{/.test(expr))
        .map((label) => `${title}: ${label}`);
    });

    expect(unknown).toEqual([]);
  });

  it('asks its variables of exported metrics', () => {
    const queries = (dashboard.templating.list as { type: string; query: string }[]).filter(
      ({ type }) => type === 'query',
    );

    expect(queries.map(({ query }) => /^label_values\((\w+)/.exec(query)?.[1])).toEqual(
      queries.map(() => 'http_server_active_requests'),
    );
  });

  /** The samples that a name of an expression stands for; undefined for one that is not exported. */
  function samplesOf(name: string) {
    const family = exposed.get(name) ?? exposed.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (!family) return undefined;
    const samples = family.samples.filter((sample) => sample.name === name);
    return family.samples.length > 0 && samples.length === 0 ? undefined : samples;
  }
});

/** Each metric is followed by its matchers; the labels of `by` belong to all metrics of the expression. */
function usesIn(expr: string): readonly Use[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  return [...expr.matchAll(/([a-z_][a-z_0-9]*)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...grouped, ...[...matchers.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = '']) => label)],
  }));
}

function byName<T extends { readonly name?: string | undefined }>(rows: readonly T[]): readonly T[] {
  return [...rows].sort((one, other) => (one.name! < other.name! ? -1 : 1));
}
