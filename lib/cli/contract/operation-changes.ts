import type { ChangeClass, Changes } from './change';
import type { ContractDocument } from './contract-file';
import { resolved } from './resolved';
import { SchemaChanges } from './schema-changes';

type Plain = Readonly<Record<string, unknown>>;
type Named<T> = Readonly<Record<string, T>>;

interface Parameter extends Plain {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: unknown;
}

/** Compares the operations of two documents. */
export class OperationChanges {
  readonly #schemas: SchemaChanges;

  constructor(
    private readonly before: ContractDocument,
    private readonly now: ContractDocument,
    private readonly changes: Changes,
  ) {
    this.#schemas = new SchemaChanges(before, now, changes);
  }

  operation(place: string, before: Plain, now: Plain): void {
    this.#documentation(place, before, now);
    this.#access(place, before, now);
    this.#parameters(place, before, now);
    this.#body(place, this.#old(before.requestBody), this.#new(now.requestBody));
    this.#responses(place, before.responses as Named<unknown>, now.responses as Named<unknown>);
  }

  #documentation(place: string, before: Plain, now: Plain): void {
    if (before.summary !== now.summary || before.description !== now.description)
      this.#note('internal', place, '', 'is described differently');
    if (before.operationId !== now.operationId)
      this.#note('internal', place, '', `has the operation id ${now.operationId} in place of ${before.operationId}`);
    if (now.deprecated && !before.deprecated) this.#note('internal', place, '', 'is deprecated');
    if (before.deprecated && !now.deprecated) this.#note('internal', place, '', 'is no longer deprecated');
  }

  #access(place: string, before: Plain, now: Plain): void {
    const [old, current] = [before, now].map((operation) => (operation['x-permissions'] ?? []) as readonly string[]);
    for (const name of without(current!, old!)) this.#note('breaking', place, '', `requires the permission "${name}"`);
    for (const name of without(old!, current!))
      this.#note('additive', place, '', `no longer requires the permission "${name}"`);
    const [requiredBefore, requiredNow] = [before, now].map(requiresCredentials);
    if (requiredNow && !requiredBefore) this.#note('breaking', place, '', 'requires credentials');
    if (requiredBefore && !requiredNow) this.#note('additive', place, '', 'no longer requires credentials');
  }

  #parameters(place: string, before: Plain, now: Plain): void {
    const old = byName((before.parameters ?? []) as readonly unknown[], (parameter) => this.#old(parameter));
    const current = byName((now.parameters ?? []) as readonly unknown[], (parameter) => this.#new(parameter));
    for (const [name, parameter] of old) {
      const same = current.get(name);
      if (!same) this.#note('breaking', place, name, 'is removed');
      else this.#parameter(place, name, parameter, same);
    }
    for (const [name, { required }] of current) {
      if (old.has(name)) continue;
      this.#note(required ? 'breaking' : 'additive', place, name, required ? 'is new and required' : 'is new');
    }
  }

  #parameter(place: string, part: string, before: Parameter, now: Parameter): void {
    if (now.required && !before.required) this.#note('breaking', place, part, 'is required');
    if (before.required && !now.required) this.#note('additive', place, part, 'is no longer required');
    if (before.explode !== now.explode || before.style !== now.style)
      this.#note('breaking', place, part, 'is serialized differently');
    if (before.description !== now.description) this.#note('internal', place, part, 'is described differently');
    this.#schemas.compare({ place, part, direction: 'requests' }, before.schema, now.schema);
  }

  #body(place: string, before: Plain | undefined, now: Plain | undefined): void {
    const part = 'the body';
    if (!before && now) {
      this.#note(now.required ? 'breaking' : 'additive', place, part, now.required ? 'is required' : 'is accepted');
    }
    if (before && !now) this.#note('breaking', place, part, 'is no longer accepted');
    if (!before || !now) return;
    if (now.required && !before.required) this.#note('breaking', place, part, 'is required');
    if (before.required && !now.required) this.#note('additive', place, part, 'is no longer required');
    this.#contents(place, part, before, now, 'requests');
  }

  #responses(place: string, before: Named<unknown> = {}, now: Named<unknown> = {}): void {
    for (const status of Object.keys(before)) {
      const part = `the response ${status}`;
      if (!(status in now)) this.#note(isSuccess(status) ? 'breaking' : 'internal', place, part, 'is removed');
      else this.#response(place, part, this.#old(before[status])!, this.#new(now[status])!);
    }
    for (const status of without(Object.keys(now), Object.keys(before))) {
      this.#note(isSuccess(status) ? 'breaking' : 'additive', place, `the response ${status}`, 'is new');
    }
  }

  #response(place: string, part: string, before: Plain, now: Plain): void {
    if (before.description !== now.description) this.#note('internal', place, part, 'is described differently');
    const [old, current] = [before, now].map(({ headers }) => Object.keys((headers ?? {}) as object));
    for (const name of without(old!, current!)) this.#note('breaking', place, part, `no longer has the header ${name}`);
    for (const name of without(current!, old!)) this.#note('additive', place, part, `has the header ${name}`);
    this.#contents(place, part, before, now, 'responses');
  }

  #contents(place: string, part: string, before: Plain, now: Plain, direction: 'requests' | 'responses'): void {
    const old = (before.content ?? {}) as Named<{ readonly schema?: unknown }>;
    const current = (now.content ?? {}) as Named<{ readonly schema?: unknown }>;
    for (const mediaType of without(Object.keys(old), Object.keys(current)))
      this.#note('breaking', place, part, `no longer has the media type ${mediaType}`);
    for (const mediaType of without(Object.keys(current), Object.keys(old)))
      this.#note('additive', place, part, `has the media type ${mediaType}`);
    for (const mediaType of Object.keys(old).filter((name) => name in current)) {
      this.#schemas.compare({ place, part, direction }, old[mediaType]!.schema, current[mediaType]!.schema);
    }
  }

  #old(value: unknown): Plain | undefined {
    return resolved(this.before, value);
  }

  #new(value: unknown): Plain | undefined {
    return resolved(this.now, value);
  }

  #note(changeClass: ChangeClass, place: string, part: string, what: string): void {
    this.changes.note({ class: changeClass, place, part, what });
  }
}

/** The parameters by their description in messages; path parameters by position, since their names do not matter. */
function byName(
  parameters: readonly unknown[],
  resolve: (parameter: unknown) => Plain | undefined,
): ReadonlyMap<string, Parameter> {
  const known = new Map<string, Parameter>();
  let keys = 0;
  for (const item of parameters) {
    const parameter = resolve(item) as Parameter;
    const place = parameter.in === 'path' ? `the key ${++keys}` : `the ${PLACES[parameter.in]} "${parameter.name}"`;
    known.set(place, parameter);
  }
  return known;
}

const PLACES: Named<string> = { query: 'parameter', header: 'header', cookie: 'cookie' };

function requiresCredentials({ security }: Plain): boolean {
  const alternatives = (security ?? []) as readonly object[];
  return alternatives.length > 0 && alternatives.every((schemes) => Object.keys(schemes).length > 0);
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}
