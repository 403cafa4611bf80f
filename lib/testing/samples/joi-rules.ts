import type { FieldMetadata } from '../../metadata';

/** The parts of a Joi schema's `describe()` that sample values are made from. */
export interface JoiDescription {
  readonly type?: string;
  readonly flags?: { readonly only?: boolean; readonly presence?: string };
  readonly allow?: readonly unknown[];
  readonly rules?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
  /** The keys of an object. */
  readonly keys?: Readonly<Record<string, JoiDescription>>;
  /** The keys of an object that are not listed. */
  readonly patterns?: readonly { readonly regex?: string; readonly rule?: JoiDescription }[];
  /** The elements of an array, of one of these kinds. */
  readonly items?: readonly JoiDescription[];
  /** The first elements of an array, one of each. */
  readonly ordered?: readonly JoiDescription[];
  /** The schemas of alternatives. */
  readonly matches?: readonly { readonly schema?: JoiDescription }[];
}

/** The limits of a number, of the length of a text, or of the count of elements or keys. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly multiple?: number;
  /** The sources of regular expressions. */
  readonly patterns: readonly string[];
}

/** The combined constraints of a field. */
export interface ValueConstraints extends Bounds {
  /** The allowed values, if they are listed. */
  readonly allowed: readonly unknown[];
  readonly schemas: readonly JoiDescription[];
}

/** @param validators  the validators of the model, by Sequelize's names */
export function constraintsOf(
  { constraints }: FieldMetadata,
  validators: Readonly<Record<string, unknown>>,
): ValueConstraints {
  const schemas = constraints.map((rule) => (rule as { describe(): JoiDescription }).describe());
  const allowed = schemas.flatMap(({ flags, allow = [] }) => (flags?.only ? allow : []));
  const lists = [argumentsOf(validators.isIn)]
    .flat(3)
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  const [minimum, maximum] = lengths(validators.len);
  const { min, max, multiple, patterns } = boundsOf(schemas.flatMap(({ rules = [] }) => rules));
  return {
    allowed: [...allowed, ...lists],
    patterns: [...patterns, ...validatorPatterns(validators.is)],
    min: largest([min, minimum, numberOf(validators.min)]),
    max: smallest([max, maximum, numberOf(validators.max)]),
    multiple,
    schemas,
  };
}

type Rules = NonNullable<JoiDescription['rules']>;

/** The bounds in the rules of a schema. */
export function boundsOf(rules: Rules = []): Bounds {
  const minimums = limits(rules, ['min', 'length', 'greater'], 'greater', 1);
  const maximums = limits(rules, ['max', 'length', 'less'], 'less', -1);
  return {
    min: largest([...minimums, hasSign(rules, 'positive') ? 1 : undefined]),
    max: smallest([...maximums, hasSign(rules, 'negative') ? -1 : undefined]),
    multiple: Number(rules.find(({ name }) => name === 'multiple')?.args?.base) || undefined,
    patterns: rules.flatMap(patternOf),
  };
}

function limits(rules: Rules, names: readonly string[], strict: string, step: number): number[] {
  return rules
    .filter(({ name, args }) => names.includes(name) && typeof args?.limit === 'number')
    .map(({ name, args }) => (args!.limit as number) + (name === strict ? step : 0));
}

function hasSign(rules: Rules, sign: 'positive' | 'negative'): boolean {
  return rules.some(({ name, args }) => name === 'sign' && args?.sign === sign);
}

/** The source of a pattern, which Joi describes as text: `/^[A-Z]+$/i`. */
function patternOf({ name, args }: Rules[number]): string[] {
  if (name !== 'pattern') return [];
  const text = String(args?.regex);
  return [text.slice(1, text.lastIndexOf('/'))];
}

function validatorPatterns(is: unknown): string[] {
  return [argumentsOf(is)].flat().flatMap((arg) => (arg instanceof RegExp ? [arg.source] : []));
}

function lengths(len: unknown): readonly (number | undefined)[] {
  return [argumentsOf(len)].flat().map((arg) => numberOf(arg));
}

function numberOf(value: unknown): number | undefined {
  const [first] = [argumentsOf(value)].flat();
  return typeof first === 'number' ? first : undefined;
}

/** The arguments of a validator, which may be written as `{ args, msg }`. */
function argumentsOf(validator: unknown): unknown {
  return (validator as { readonly args?: unknown } | undefined)?.args ?? validator;
}

function largest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function smallest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
