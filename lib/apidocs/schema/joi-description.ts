/** The result of `schema.describe()` in Joi, as far as it is used here. */
export interface JoiDescription {
  readonly type: string;
  readonly flags?: {
    readonly presence?: string;
    readonly only?: boolean;
    readonly insensitive?: boolean;
    readonly unknown?: boolean;
    readonly description?: string;
    readonly default?: unknown;
    readonly empty?: unknown;
    readonly failover?: unknown;
    readonly single?: boolean;
    readonly cast?: unknown;
    readonly match?: string;
  };
  readonly rules?: readonly JoiRule[];
  readonly allow?: readonly unknown[];
  readonly invalid?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly keys?: Readonly<Record<string, JoiDescription>>;
  readonly patterns?: readonly unknown[];
  readonly renames?: readonly unknown[];
  readonly dependencies?: readonly JoiDependency[];
  readonly items?: readonly JoiDescription[];
  readonly ordered?: readonly JoiDescription[];
  readonly preferences?: object;
  readonly matches?: readonly { readonly schema?: JoiDescription }[];
  readonly whens?: readonly unknown[];
}

export interface JoiRule {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface JoiDependency {
  readonly rel: string;
  readonly key?: string;
  readonly peers?: readonly unknown[];
}

/** Describes a Joi schema: a rule of `@Constraint`, or the schema of an action. */
export function describe(schema: unknown): JoiDescription {
  return (schema as { describe(): JoiDescription }).describe();
}

/** A rule as an entry of `x-further-rules`: `min 3`, `email`. */
export function ruleWords({ name, args = {} }: JoiRule): string {
  if (name === 'custom') return typeof args.description === 'string' ? args.description : 'a custom rule';
  const [value] = Object.values(args).filter((one) => ['string', 'number'].includes(typeof one));
  return value === undefined ? name : `${name} ${value}`;
}

/** A condition on several keys as an entry of `x-further-rules`: `or top note`. */
export function dependencyWords({ rel, key, peers = [] }: JoiDependency, nameOf: (key: string) => string): string {
  const keys = [key ?? [], peers].flat().map(String);
  return [rel, ...keys.map(nameOf)].join(' ');
}
