import type { FieldMetadata } from '../../metadata';

/** What `describe()` of a Joi schema tells, as far as values are made up from it. */
export interface JoiDescription {
  readonly type?: string;
  readonly flags?: { readonly only?: boolean; readonly presence?: string };
  readonly allow?: readonly unknown[];
  readonly rules?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
  readonly keys?: Readonly<Record<string, JoiDescription>>;
  readonly items?: readonly JoiDescription[];
}

/** What the rules of a field ask for, put together. */
export interface AskedFor {
  /** The only values that are taken, where there are such. */
  readonly only: readonly unknown[];
  /** As regular expressions have them in `source`. */
  readonly patterns: readonly string[];
  readonly low?: number;
  readonly high?: number;
  readonly multiple?: number;
  readonly schemas: readonly JoiDescription[];
}

/** @param validators those of the model, by the names that Sequelize has for them */
export function askedFor({ constraints }: FieldMetadata, validators: Readonly<Record<string, unknown>>): AskedFor {
  const schemas = constraints.map((rule) => (rule as { describe(): JoiDescription }).describe());
  const only = schemas.flatMap(({ flags, allow = [] }) => (flags?.only ? allow : []));
  const lists = [validators.isIn].flat(3).filter((one) => typeof one === 'string' || typeof one === 'number');
  const rules = schemas.flatMap(({ rules: all = [] }) => all);
  const [minimum, maximum] = lengths(validators.len);
  const lows = limits(rules, ['min', 'length', 'greater'], 'greater', 1);
  const highs = limits(rules, ['max', 'length', 'less'], 'less', -1);
  return {
    only: [...only, ...lists],
    patterns: [...rules.flatMap(patternOf), ...validatorPatterns(validators.is)],
    low: largest([
      ...lows,
      minimum,
      numberOf(validators.min),
      rules.some(({ name }) => name === 'sign') ? 1 : undefined,
    ]),
    high: smallest([...highs, maximum, numberOf(validators.max)]),
    multiple: Number(rules.find(({ name }) => name === 'multiple')?.args?.base) || undefined,
    schemas,
  };
}

type Rules = NonNullable<JoiDescription['rules']>;

function limits(rules: Rules, names: readonly string[], strict: string, step: number): number[] {
  return rules
    .filter(({ name, args }) => names.includes(name) && typeof args?.limit === 'number')
    .map(({ name, args }) => (args!.limit as number) + (name === strict ? step : 0));
}

/** Joi describes them as text: `/^[A-Z]+$/i`. */
function patternOf({ name, args }: Rules[number]): string[] {
  if (name !== 'pattern') return [];
  const text = String(args?.regex);
  return [text.slice(1, text.lastIndexOf('/'))];
}

function validatorPatterns(is: unknown): string[] {
  const args = (is as { readonly args?: unknown } | undefined)?.args ?? is;
  return [args].flat().flatMap((one) => (one instanceof RegExp ? [one.source] : []));
}

function lengths(len: unknown): readonly (number | undefined)[] {
  const args = (len as { readonly args?: unknown } | undefined)?.args ?? len;
  return [args].flat().map((one) => numberOf(one));
}

function numberOf(value: unknown): number | undefined {
  const given = (value as { readonly args?: unknown } | undefined)?.args ?? value;
  const [first] = [given].flat();
  return typeof first === 'number' ? first : undefined;
}

function largest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((one) => one !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function smallest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((one) => one !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
