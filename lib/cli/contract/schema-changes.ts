import { isPlainObject } from '../../foundation';
import { type ChangeClass, type Changes, type Direction, whenNarrower, whenWider } from './change';
import type { ContractDocument } from './contract-file';
import { isImplied } from './is-implied';
import { limitChanges } from './limit-changes';
import { matchAlternatives } from './match-alternatives';
import { resolved } from './resolved';

type Schema = Readonly<Record<string, unknown>>;

/** The place of a schema in the contract. */
export interface SchemaPlace {
  readonly place: string;
  readonly part: string;
  readonly direction: Direction;
}

/** Compares the schemas of two documents; named schemas once for each direction. */
export class SchemaChanges {
  readonly #compared = new Set<string>();

  constructor(
    private readonly before: ContractDocument,
    private readonly now: ContractDocument,
    private readonly changes: Changes,
  ) {}

  compare(at: SchemaPlace, before: unknown, now: unknown): void {
    if (before === undefined || now === undefined) return;
    const named = this.#named(at, before, now);
    if (!named) return;
    const [old, current] = [resolved(this.before, before)!, resolved(this.now, now)!];
    this.#types(named, old, current);
    this.#values(named, old, current);
    for (const change of limitChanges(old, current, named.direction)) this.#note(change.class, named, change.what);
    this.#documentation(named, old, current);
    this.#properties(named, old, current);
    this.compare({ ...named, part: `${named.part}[]` }, old.items, current.items);
    this.#alternatives(named, old, current);
    this.#furtherRules(named, old, current);
  }

  /** Returns undefined for schemas that have already been compared. */
  #named(at: SchemaPlace, before: unknown, now: unknown): SchemaPlace | undefined {
    const [old, current] = [nameOf(before), nameOf(now)];
    if (old === undefined || current === undefined) return at;
    const key = `${at.direction} ${JSON.stringify(before)} ${JSON.stringify(now)}`;
    if (this.#compared.has(key)) return undefined;
    this.#compared.add(key);
    return { ...at, place: `${current} in ${at.direction}`, part: '' };
  }

  #types(at: SchemaPlace, before: Schema, now: Schema): void {
    const [old, current] = [typesOf(before), typesOf(now)];
    if (old === undefined || current === undefined) {
      if (old !== undefined) this.#note(whenWider(at.direction), at, 'may be of any type');
      if (current !== undefined) this.#note(whenNarrower(at.direction), at, `has to be ${current.join(' or ')}`);
      return;
    }
    const lost = old.filter((type) => !includesType(type, current));
    const gained = current.filter((type) => !includesType(type, old));
    if (lost.length > 0 && gained.length > 0)
      this.#note('breaking', at, `is ${gained.join(' or ')} in place of ${lost.join(' or ')}`);
    else if (lost.length > 0) this.#note(whenNarrower(at.direction), at, `is no longer ${lost.join(' or ')}`);
    else if (gained.length > 0) this.#note(whenWider(at.direction), at, `may be ${gained.join(' or ')}`);
  }

  #values(at: SchemaPlace, before: Schema, now: Schema): void {
    const [old, current] = [valuesOf(before), valuesOf(now)];
    if (!old && !current) return;
    if (!old) return this.#note(whenNarrower(at.direction), at, `is one of ${current!.join(', ')}`);
    if (!current) return this.#note(whenWider(at.direction), at, 'may have other values');
    for (const value of old.filter((value) => !current.includes(value)))
      this.#note(whenNarrower(at.direction), at, `no longer has the value ${value}`);
    for (const value of current.filter((value) => !old.includes(value)))
      this.#note(whenWider(at.direction), at, `has the new value ${value}`);
  }

  #documentation(at: SchemaPlace, before: Schema, now: Schema): void {
    const hasChanged = (word: string) => !isSame(before[word], now[word]);
    if (DOCUMENTATION.some(hasChanged)) this.#note('internal', at, 'is described differently');
    if (now.deprecated && !before.deprecated) this.#note('internal', at, 'is deprecated');
    if (before.deprecated && !now.deprecated) this.#note('internal', at, 'is no longer deprecated');
    if (at.direction === 'responses') return;
    if (now.readOnly && !before.readOnly) this.#note('breaking', at, 'can no longer be written');
    if (before.readOnly && !now.readOnly) this.#note('additive', at, 'can be written');
  }

  #properties(at: SchemaPlace, before: Schema, now: Schema): void {
    const [old, current] = [propertiesOf(before), propertiesOf(now)];
    const [required, isRequired] = [requiredOf(before), requiredOf(now)];
    for (const [name, schema] of Object.entries(old)) {
      const inner = below(at, name);
      if (!Object.hasOwn(current, name)) this.#note('breaking', inner, 'is removed');
      else {
        this.compare(inner, schema, current[name]);
        this.#presence(inner, required.has(name), isRequired.has(name));
      }
    }
    for (const name of Object.keys(current)) {
      if (Object.hasOwn(old, name)) continue;
      const isBreaking = at.direction === 'requests' && isRequired.has(name);
      this.#note(isBreaking ? 'breaking' : 'additive', below(at, name), isBreaking ? 'is new and required' : 'is new');
    }
    this.#additionalProperties(at, before, now);
    const [patterns, others] = [before, now].map(({ patternProperties }) => (patternProperties ?? {}) as Schema);
    for (const [pattern, schema] of Object.entries(patterns!)) this.compare(below(at, '*'), schema, others![pattern]);
  }

  #presence(at: SchemaPlace, wasRequired: boolean, isRequired: boolean): void {
    if (wasRequired === isRequired) return;
    if (at.direction === 'requests')
      this.#note(isRequired ? 'breaking' : 'additive', at, isRequired ? 'is required' : 'is no longer required');
    else this.#note(isRequired ? 'additive' : 'breaking', at, isRequired ? 'is always there' : 'may be absent');
  }

  #additionalProperties(at: SchemaPlace, before: Schema, now: Schema): void {
    if (isPlainObject(before.additionalProperties) && isPlainObject(now.additionalProperties))
      this.compare(below(at, '*'), before.additionalProperties, now.additionalProperties);
    const [old, current] = [before, now].map(({ additionalProperties }) => additionalProperties !== false);
    if (typesOf(now)?.includes('object') !== true || old === current) return;
    if (current) this.#note('additive', at, 'may have additional properties');
    else this.#note(whenNarrower(at.direction), at, 'has no additional properties');
  }

  #alternatives(at: SchemaPlace, before: Schema, now: Schema): void {
    const [old, current] = [alternativesOf(before), alternativesOf(now)];
    if (!old || !current) {
      if (old || current) this.#note('breaking', at, 'has other alternatives');
      return;
    }
    const { pairs, lost, gained } = matchAlternatives(old, current);
    for (const [earlier, later] of pairs) this.compare(at, earlier, later);
    for (const name of lost) this.#note(whenNarrower(at.direction), at, `is no longer ${name}`);
    for (const name of gained) this.#note(whenWider(at.direction), at, `may be ${name}`);
  }

  /** Compares rules in `allOf`; a changed rule counts as a new one. As with limits, those of responses are internal. */
  #furtherRules(at: SchemaPlace, before: Schema, now: Schema): void {
    const [old, current] = [before, now].map(({ allOf }) => (allOf ?? []) as readonly Schema[]);
    const isIn = (rules: readonly Schema[], rule: Schema) => rules.some((one) => isSame(one, rule));
    const isInternal = at.direction === 'responses';
    if (current!.some((rule) => !isIn(old!, rule) && !isImplied(rule, before)))
      this.#note(isInternal ? 'internal' : 'breaking', at, 'must meet another rule');
    if (old!.some((rule) => !isIn(current!, rule)))
      this.#note(isInternal ? 'internal' : 'additive', at, 'no longer has to meet a rule');
  }

  #note(changeClass: ChangeClass, { place, part }: SchemaPlace, what: string): void {
    this.changes.note({ class: changeClass, place, part, what });
  }
}

const DOCUMENTATION = ['title', 'description', 'examples', 'default'];

function below(at: SchemaPlace, name: string): SchemaPlace {
  return { ...at, part: at.part === '' ? name : `${at.part}.${name}` };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function nameOf(schema: unknown): string | undefined {
  return (schema as { readonly $ref?: string }).$ref?.split('/').at(-1);
}

function typesOf({ type }: Schema): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? type : [String(type)];
}

/** Whether the types include a type; an integer is also a number. */
function includesType(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function valuesOf({ enum: values, const: only }: Schema): readonly string[] | undefined {
  if (only !== undefined) return [JSON.stringify(only)];
  return (values as readonly unknown[] | undefined)?.map((value) => JSON.stringify(value));
}

function propertiesOf({ properties }: Schema): Schema {
  return (properties ?? {}) as Schema;
}

function requiredOf({ required }: Schema): ReadonlySet<string> {
  return new Set((required ?? []) as readonly string[]);
}

function alternativesOf({ anyOf, oneOf }: Schema): readonly unknown[] | undefined {
  return (anyOf ?? oneOf) as readonly unknown[] | undefined;
}
