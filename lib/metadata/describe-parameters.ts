import { FORBIDDEN_KEYS, lowerFirst, singularize, snakeCase } from '../naming';
import type { DurationUnit } from '../values';
import { durationOfCode } from './describe-durations';
import { describeInstance, type KnownClasses } from './describe-instance';
import { MetadataError } from './errors';
import { type MethodParameter, methodParameters } from './method-parameters';
import type { ModelMistakes } from './model-mistakes';
import type { SealedModel } from './sealed-model';
import type {
  ActionDeclaration,
  ActionParameter,
  ArgumentSource,
  CollectionMetadata,
  CollectionPath,
  DomainClass,
  EntityMetadata,
} from './types';
import { isPlainClass, valueSource } from './value-source';
import { verifyWireNames } from './wire-names';

/** A parameter by its source text and by its type, before it is known what binds to it. */
interface Found extends MethodParameter {
  readonly type: unknown;
}

type Sources = Map<Found, ArgumentSource>;

/**
 * Says of each parameter of an action what binds to it: an entity of the path, or what the payload has under its name.
 *
 * Notes each that nothing binds to.
 *
 * @throws MetadataError where the parameters cannot be told at all
 */
export function describeParameters(
  action: ActionDeclaration,
  root: EntityMetadata,
  path: CollectionPath,
  known: Pick<SealedModel, 'entities' | 'argumentsOf' | 'durationsOf' | 'mistakes'>,
): readonly ActionParameter[] {
  const owner = root.name;
  const found = findParameters(action, root);
  const sources: Sources = new Map();
  bindPath(found, path, sources, { owner, action });
  const payload = found.filter((parameter) => !sources.has(parameter));
  const keys = schemaKeys(owner, action);
  for (const parameter of payload) {
    if (known.mistakes.isLeftOut(parameter.type as object)) continue;
    const position = found.indexOf(parameter) + 1;
    const source = known.mistakes.note(() => sourceOf(parameter, { owner, action, keys, known, position }));
    if (source) sources.set(parameter, source);
  }
  verifyNames(owner, action, payload, known.mistakes);
  return found.flatMap((parameter) => {
    const source = sources.get(parameter);
    return source ? describe(parameter, source, action) : [];
  });
}

function describe({ name = '', hasDefault }: Found, source: ArgumentSource, { optional = [] }: ActionDeclaration) {
  const isOptional = hasDefault || optional.includes(name) || source.kind === 'rest';
  return Object.freeze({ name, wireName: snakeCase(name), isOptional, source });
}

function findParameters({ method, parameterTypes }: ActionDeclaration, { type, name }: EntityMetadata): Found[] {
  const property = Object.getOwnPropertyDescriptor(holderOf(type.prototype, method) ?? {}, method);
  if (typeof property?.value !== 'function') throw new MetadataError('ACTION_METHOD_MISSING', name, method);
  const parameters = methodParameters(property.value);
  const isWhole = parameters && (parameterTypes === undefined || parameterTypes.length === parameters.length);
  if (!isWhole) throw new MetadataError('ACTION_PARAMETERS_UNREADABLE', name, method);
  return parameters.map((parameter, index) => ({ ...parameter, type: parameterTypes?.[index] }));
}

/** The prototype that has the method itself: a getter is not to be called. */
function holderOf(prototype: object | null, method: string): object | undefined {
  if (prototype === null || Object.hasOwn(prototype, method)) return prototype ?? undefined;
  return holderOf(Object.getPrototypeOf(prototype), method);
}

interface Culprit {
  readonly owner: string;
  readonly action: ActionDeclaration;
}

/** The child first, then its parents as far as the method wants them. */
function bindPath(found: readonly Found[], path: CollectionPath, sources: Sources, culprit: Culprit): void {
  for (const [step, collection] of [...path.entries()].reverse()) {
    const free = found.filter((parameter) => !sources.has(parameter));
    const parameter = parameterOf(collection, free);
    if (parameter) sources.set(parameter, { kind: 'path', step });
    else if (step === path.length - 1) throw childMissing(culprit, collection);
  }
}

/** By its class where only one has that, else by the name of the class or of one element of the collection. */
function parameterOf({ target, property }: CollectionMetadata, free: readonly Found[]): Found | undefined {
  const ofClass = free.filter(({ type }) => type === target.type);
  if (ofClass.length === 1) return ofClass[0];
  const names = [singularize(property), lowerFirst(target.name)];
  // A class whose module had not loaded yet is only an `Object` in decorator metadata.
  const candidates = ofClass.length > 1 ? ofClass : free.filter(({ type }) => type === Object || type === undefined);
  return candidates.find(({ name }) => name !== undefined && names.includes(name));
}

function childMissing({ owner, action }: Culprit, { target, property }: CollectionMetadata): MetadataError {
  return new MetadataError('ACTION_CHILD_MISSING', owner, action.method, target.name, singularize(property));
}

interface Payload extends Culprit {
  readonly keys: readonly string[];
  readonly known: KnownClasses;
  /** Of the parameter, from 1. */
  readonly position: number;
}

function sourceOf(parameter: Found, payload: Payload): ArgumentSource {
  const { name, type } = parameter;
  const { owner, action, keys, position } = payload;
  const unit = action.durations?.get(position - 1);
  if (unit !== undefined) return durationSource(parameter, payload, unit);
  if (name === undefined && action.schema) return { kind: 'rest' };
  if (name !== undefined && keys.includes(name)) return { kind: 'schema' };
  const source = name === undefined ? undefined : (valueSource(type) ?? classSource(name, type, payload));
  if (source) return source;
  const label = name === undefined ? `a parameter without a name (number ${position})` : `"${name}"`;
  const hint = isUntold(type) ? CIRCULAR_HINT : '';
  throw new MetadataError('ACTION_PARAMETER_UNTYPED', owner, action.method, label, hint);
}

/** @throws MetadataError DURATION_PARAMETER, DURATION_UNIT_UNKNOWN */
function durationSource({ name, type }: Found, { owner, action, keys }: Payload, unit: DurationUnit): ArgumentSource {
  const isNumber = type === Number && name !== undefined && !keys.includes(name);
  if (!isNumber) throw new MetadataError('DURATION_PARAMETER', owner, action.method);
  return { kind: 'duration', type: durationOfCode(owner, `${action.method}(${name})`, unit) };
}

function classSource(name: string, type: unknown, { owner, action, known }: Payload): ArgumentSource | undefined {
  const entity = known.entities.get(type as DomainClass) ?? rootNamed(name, type, known.entities);
  if (entity?.isRoot) return { kind: 'entity', entity };
  if (entity) throw new MetadataError('ACTION_PARAMETER_IS_CHILD', owner, action.method, name, entity.name);
  return isPlainClass(type) ? describeInstance(type, `${owner}.${action.method} takes as "${name}"`, known) : undefined;
}

const CIRCULAR_HINT =
  ' (If it is an aggregate root whose module imports this one, name the parameter like its class: order: Ref<Order>.)';

/** The type in decorator metadata of a class whose module had not loaded yet, among others. */
function isUntold(type: unknown): boolean {
  return type === Object || type === undefined;
}

/** A class whose module had not loaded yet, or that is written `Ref<Order>`, is only an `Object`: its name tells it. */
function rootNamed(name: string, type: unknown, entities: KnownClasses['entities']): EntityMetadata | undefined {
  if (!isUntold(type)) return undefined;
  return [...entities.values()].find((entity) => entity.isRoot && lowerFirst(entity.name) === name);
}

function schemaKeys(owner: string, { schema, method }: ActionDeclaration): readonly string[] {
  if (schema === undefined) return [];
  const isSchema = typeof schema.describe === 'function' && typeof schema.validate === 'function';
  const { type = undefined, keys = {} } = isSchema ? schema.describe() : {};
  if (type !== 'object') throw new MetadataError('ACTION_SCHEMA_INVALID', owner, method);
  return Object.keys(keys);
}

/** Every name that the mark gives, and every key of the payload, leads to one parameter. */
function verifyNames(
  owner: string,
  action: ActionDeclaration,
  payload: readonly Found[],
  mistakes: ModelMistakes,
): void {
  const { method, optional = [] } = action;
  const names = payload.flatMap(({ name }) => name ?? []);
  const known = names.join(', ') || 'none';
  const unknown = (name: string) => !names.includes(name);
  for (const stray of optional.filter(unknown)) {
    mistakes.add(new MetadataError('ACTION_OPTIONAL_UNKNOWN', owner, method, stray, known));
  }
  const keys = schemaKeys(owner, action);
  for (const name of names.filter((one) => FORBIDDEN_KEYS.has(snakeCase(one)))) {
    mistakes.add(new MetadataError('ACTION_PARAMETER_RESERVED', owner, method, name));
  }
  const takesRest = payload.some(({ name }) => name === undefined);
  for (const key of takesRest ? [] : keys.filter(unknown)) {
    mistakes.add(new MetadataError('ACTION_SCHEMA_MISMATCH', owner, method, key, known));
  }
  mistakes.note(() => verifyWireNames(`${owner}.${method}`, [...names, ...keys]));
}
