import { camelCase, FORBIDDEN_KEYS, lowerFirst, singularize, snakeCase } from '../naming';
import type { DurationUnit } from '../values';
import { durationOfCode } from './describe-durations';
import { describeInstance, type KnownClasses } from './describe-instance';
import { MetadataError } from './errors';
import { type MethodParameter, methodParameters } from './method-parameters';
import type { ModelMistakes } from './model-mistakes';
import type { SealedModel } from './sealed-model';
import type { ActionDeclaration, ActionParameter, ArgumentSource } from './types/actions';
import type { DomainClass } from './types/domain-class';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from './types/entities';
import { isPlainClass, valueSource } from './value-source';
import { didYouMean } from './verified-class';
import { wireNamesOf } from './wire-names';

/** A parameter with its name in the source text and its type in decorator metadata. */
interface TypedParameter extends MethodParameter {
  readonly type: unknown;
}

type Sources = Map<TypedParameter, ArgumentSource>;

/**
 * The sources of an action's arguments: an entity of the path, or the value of the payload with the parameter's name.
 *
 * Reports each parameter that has no source.
 *
 * @throws MetadataError if the parameters of the method cannot be read at all
 */
export function describeParameters(
  action: ActionDeclaration,
  root: EntityMetadata,
  path: CollectionPath,
  known: Pick<SealedModel, 'entities' | 'argumentsOf' | 'durationsOf' | 'mistakes'>,
): readonly ActionParameter[] {
  const owner = root.name;
  const parameters = readParameters(action, root);
  const sources: Sources = new Map();
  bindPath(parameters, path, sources, { owner, action });
  const payload = parameters.filter((parameter) => !sources.has(parameter));
  const keys = schemaKeys(owner, action);
  for (const parameter of payload) {
    if (known.mistakes.isLeftOut(parameter.type as object)) continue;
    const position = parameters.indexOf(parameter) + 1;
    const source = known.mistakes.note(() => sourceOf(parameter, { owner, action, keys, known, position }));
    if (source) sources.set(parameter, source);
  }
  verifyNames(owner, action, payload, known.mistakes);
  return parameters.flatMap((parameter) => {
    const source = sources.get(parameter);
    return source ? describe(parameter, source, action) : [];
  });
}

function describe(
  { name = '', hasDefault }: TypedParameter,
  source: ArgumentSource,
  { optional = [] }: ActionDeclaration,
) {
  const isOptional = hasDefault || optional.includes(name) || source.kind === 'rest';
  return Object.freeze({ name, wireName: snakeCase(name), isOptional, source });
}

function readParameters(
  { method, parameterTypes, parameters: given }: ActionDeclaration,
  { type, name }: EntityMetadata,
): TypedParameter[] {
  const property = Object.getOwnPropertyDescriptor(holderOf(type.prototype, method) ?? {}, method);
  if (typeof property?.value !== 'function') {
    throw new MetadataError('ACTION_METHOD_MISSING', name, method, didYouMean(method, methodsOf(type)));
  }
  const parameters = withGivenNames(methodParameters(property.value), given, { name, method });
  const isComplete = parameters && (parameterTypes === undefined || parameterTypes.length === parameters.length);
  if (!isComplete) throw new MetadataError('ACTION_PARAMETERS_UNREADABLE', name, method);
  return parameters.map((parameter, index) => ({ ...parameter, type: parameterTypes?.[index] }));
}

/** The parameters by the names of `@Action({ parameters })`; a source that cannot be read is not needed then. */
function withGivenNames(
  parameters: readonly MethodParameter[] | undefined,
  given: readonly string[] | undefined,
  { name, method }: { readonly name: string; readonly method: string },
): readonly MethodParameter[] | undefined {
  if (given === undefined) return parameters;
  const unusable = given.find((one) => !IDENTIFIER.test(one));
  if (unusable !== undefined) throw new MetadataError('ACTION_PARAMETER_NAME', name, method, unusable);
  const names = given.map((one) => camelCase(one));
  if (parameters === undefined) return names.map((one) => ({ name: one, hasDefault: false }));
  if (names.length !== parameters.length) {
    throw new MetadataError(
      'ACTION_PARAMETERS_COUNT',
      name,
      method,
      String(parameters.length),
      given.join(', ') || 'none',
    );
  }
  return parameters.map((one, index) => (one.name === undefined ? one : { ...one, name: names[index] }));
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The methods that the class itself declares. */
function methodsOf({ prototype }: DomainClass): readonly string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
}

/** The prototype with the method as its own property, so that its descriptor can be read without calling a getter. */
function holderOf(prototype: object | null, method: string): object | undefined {
  if (prototype === null || Object.hasOwn(prototype, method)) return prototype ?? undefined;
  return holderOf(Object.getPrototypeOf(prototype), method);
}

/** The action that an error message names. */
interface NamedAction {
  readonly owner: string;
  readonly action: ActionDeclaration;
}

/** Binds the child first, then those of its parents that the method takes. */
function bindPath(
  parameters: readonly TypedParameter[],
  path: CollectionPath,
  sources: Sources,
  action: NamedAction,
): void {
  for (const [step, collection] of [...path.entries()].reverse()) {
    const free = parameters.filter((parameter) => !sources.has(parameter));
    const parameter = parameterOf(collection, free);
    if (parameter) sources.set(parameter, { kind: 'path', step });
    else if (step === path.length - 1) throw childMissing(action, collection);
  }
}

/** The only parameter of the child's class; else the one that is named like the class or an element of the collection. */
function parameterOf(
  { target, property }: CollectionMetadata,
  free: readonly TypedParameter[],
): TypedParameter | undefined {
  const ofClass = free.filter(({ type }) => type === target.type);
  if (ofClass.length === 1) return ofClass[0];
  const names = [singularize(property), lowerFirst(target.name)];
  // Decorator metadata has `Object` for a class whose module had not loaded yet.
  const candidates = ofClass.length > 1 ? ofClass : free.filter(({ type }) => type === Object || type === undefined);
  return candidates.find(({ name }) => name !== undefined && names.includes(name));
}

function childMissing({ owner, action }: NamedAction, { target, property }: CollectionMetadata): MetadataError {
  return new MetadataError('ACTION_CHILD_MISSING', owner, action.method, target.name, singularize(property));
}

interface Payload extends NamedAction {
  readonly keys: readonly string[];
  readonly known: KnownClasses;
  /** The position of the parameter, from 1. */
  readonly position: number;
}

function sourceOf(parameter: TypedParameter, payload: Payload): ArgumentSource {
  const { name, type } = parameter;
  const { owner, action, keys, position } = payload;
  const unit = action.durations?.get(position - 1);
  if (unit !== undefined) return durationSource(parameter, payload, unit);
  if (name === undefined && action.schema) return { kind: 'rest' };
  if (name !== undefined && keys.includes(name)) return { kind: 'schema' };
  const source = name === undefined ? undefined : (valueSource(type) ?? classSource(name, type, payload));
  if (source) return source;
  const label = name === undefined ? `a parameter without a name (number ${position})` : `"${name}"`;
  const hint = isUnknownType(type) ? CIRCULAR_HINT : '';
  throw new MetadataError('ACTION_PARAMETER_UNTYPED', owner, action.method, label, hint);
}

/** @throws MetadataError DURATION_PARAMETER, DURATION_UNIT_UNKNOWN */
function durationSource(
  { name, type }: TypedParameter,
  { owner, action, keys }: Payload,
  unit: DurationUnit,
): ArgumentSource {
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

/** Whether decorator metadata has no type: for an interface or a union, or a class whose module had not loaded yet. */
function isUnknownType(type: unknown): boolean {
  return type === Object || type === undefined;
}

/** Finds the root of a parameter written as `Ref<Order>`, or whose module had not loaded yet, by the parameter's name. */
function rootNamed(name: string, type: unknown, entities: KnownClasses['entities']): EntityMetadata | undefined {
  if (!isUnknownType(type)) return undefined;
  return [...entities.values()].find((entity) => entity.isRoot && lowerFirst(entity.name) === name);
}

function schemaKeys(owner: string, { schema, method }: ActionDeclaration): readonly string[] {
  if (schema === undefined) return [];
  const isSchema = typeof schema.describe === 'function' && typeof schema.validate === 'function';
  const { type = undefined, keys = {} } = isSchema ? schema.describe() : {};
  if (type !== 'object') throw new MetadataError('ACTION_SCHEMA_INVALID', owner, method);
  return Object.keys(keys);
}

/** Every name in the options, and every key of the payload, must belong to one parameter. */
function verifyNames(
  owner: string,
  action: ActionDeclaration,
  payload: readonly TypedParameter[],
  mistakes: ModelMistakes,
): void {
  const { method, optional = [] } = action;
  const names = payload.flatMap(({ name }) => name ?? []);
  const known = names.join(', ') || 'none';
  const unknown = (name: string) => !names.includes(name);
  for (const name of optional.filter(unknown)) {
    mistakes.add(new MetadataError('ACTION_OPTIONAL_UNKNOWN', owner, method, name, known));
  }
  const keys = schemaKeys(owner, action);
  for (const name of names.filter((one) => FORBIDDEN_KEYS.has(snakeCase(one)))) {
    mistakes.add(new MetadataError('ACTION_PARAMETER_RESERVED', owner, method, name));
  }
  const takesRest = payload.some(({ name }) => name === undefined);
  for (const key of takesRest ? [] : keys.filter(unknown)) {
    mistakes.add(new MetadataError('ACTION_SCHEMA_MISMATCH', owner, method, key, known));
  }
  mistakes.note(() => wireNamesOf(`${owner}.${method}`, [...names, ...keys]));
}
