/** A metric with its samples, as the text format of Prometheus has them. */
export interface Exposed {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** That of the metric; of a histogram with `_bucket`, `_sum` or `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads a page of metrics, by the name of each. */
export function parseExposition(text: string): ReadonlyMap<string, Exposed> {
  const found = new Map<string, Exposed & { samples: Sample[] }>();
  for (const block of text.split(/^(?=# HELP )/m)) {
    const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/m.exec(block) ?? [];
    const [, type = ''] = /^# TYPE \S+ (\S+)$/m.exec(block) ?? [];
    if (found.has(name)) throw new Error(`${name} is there twice.`);
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    found.set(name, { type, help, samples: lines.map(sampleOf) });
  }
  return found;
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === '') throw new Error(`This is no sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

/** The sum of the samples with these labels, among others. */
export function totalOf(
  exposed: ReadonlyMap<string, Exposed>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const all = [...exposed.values()].flatMap(({ samples }) => samples);
  const matching = all.filter(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return matching.length === 0 ? undefined : matching.reduce((sum, { value }) => sum + value, 0);
}
