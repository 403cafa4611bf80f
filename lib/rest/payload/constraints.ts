import Joi from 'joi';
import { type EntityMetadata, type FieldMetadata, gathering, type ModelMistakes } from '../../metadata';
import type { FieldValues } from '../../persistence';
import { codecOf, type Violation } from '../../values';
import { ResourceError } from '../errors';
import { type Detail, OWN_WORDS, rulePath, ruleSentence } from './rule-words';

/** Columns whose values Joi would change in order to take them; elsewhere it needs to read numbers and dates in text. */
const TEXTUAL = new Set(['string', 'text', 'enum', 'uuid', 'time', 'json']);

const CHECKING = { abortEarly: false, errors: { label: false }, messages: OWN_WORDS } as const;

/**
 * What the rules of a column refuse; the paths of the violations are empty, or lead into a JSON value.
 *
 * @param value as the column holds it; undefined and null are a value that is not there
 */
export function fieldViolations({ constraints, type }: FieldMetadata, value: unknown): Violation[] {
  const convert = !TEXTUAL.has(type.kind);
  return constraints
    .flatMap((rule) => detailsOf(rule as Joi.Schema, value ?? undefined, convert))
    .map((detail) => ({ path: detail.path, message: ruleSentence(detail) }));
}

/**
 * What the rules of a class refuse of all the values of an entity together.
 *
 * @param values   by domain name, as the columns hold them
 * @param refused  fields whose own value is wrong already, as they were sent: they count as there, and nothing more is
 *                 said of them, or of others by comparison with them
 */
export function entityViolations(
  entity: EntityMetadata,
  values: FieldValues,
  refused: ReadonlyMap<string, unknown> = new Map(),
): Violation[] {
  const candidate = { ...comparable(entity, values), ...Object.fromEntries(refused) };
  const isThere = (name: string) => candidate[name] !== undefined && !refused.has(name);
  return entity.constraints
    .flatMap((rule) => detailsOf((rule as Joi.ObjectSchema).unknown(), candidate, true))
    .filter((detail) => !refused.has(String(detail.path[0])) && !isVain(detail, isThere))
    .flatMap((detail) => rulePath(detail).map((path) => ({ path, message: ruleSentence(detail) })))
    .map((violation) => ({ ...violation, invalidValue: shownValue(entity, violation.path, values) }));
}

/**
 * Checks that the rules can be asked at all.
 *
 * @param handed where mistakes go; nothing is thrown then
 * @throws ResourceError CONSTRAINT_UNUSABLE
 */
export function verifyConstraints(entities: readonly EntityMetadata[], handed?: ModelMistakes): void {
  gathering(handed, (mistakes) => {
    for (const { type, name, fields, collections, constraints } of entities) {
      const isKnown = (field: string) => fields.has(field) || mistakes.isLeftOut(type, field);
      for (const rule of constraints) mistakes.note(() => verifyRule(name, rule, isKnown));
      for (const field of fields.values()) {
        for (const rule of field.constraints) mistakes.note(() => verifyRule(`${name}.${field.name}`, rule));
      }
      for (const field of [...collections.values()].flatMap(({ joinFields }) => [...joinFields.values()])) {
        const owner = `${field.holder!.name}.${field.name}`;
        for (const rule of field.constraints) mistakes.note(() => verifyRule(owner, rule));
      }
    }
  });
}

/** @param isKnown of a rule for a class: whether it has a field */
function verifyRule(owner: string, rule: unknown, isKnown?: (field: string) => boolean): void {
  const problem = problemOf(rule, isKnown);
  if (problem) throw new ResourceError('CONSTRAINT_UNUSABLE', owner, problem);
}

function problemOf(rule: unknown, isKnown?: (field: string) => boolean): string | undefined {
  if (!Joi.isSchema(rule, { legacy: true })) return 'it is no schema of Joi: write @Constraint(Joi.…)';
  if (hasExternal(rule)) return 'external rules need a database or a network: use rules that do not';
  if (!isKnown) return undefined;
  if (rule.type !== 'object') return 'a rule for a class is a Joi.object()';
  const unknown = namesIn(rule.describe() as ObjectDescription).find((name) => !isKnown(name));
  return unknown && `it names "${unknown}", which has no database column: write the names of properties that have one`;
}

/** At any depth; a key of that name would be followed by no list. */
function hasExternal(rule: Joi.Schema): boolean {
  return JSON.stringify(rule.describe()).includes('"externals":[');
}

interface ObjectDescription {
  readonly keys?: object;
  readonly dependencies?: readonly { readonly key?: string; readonly peers?: readonly unknown[] }[];
}

function namesIn({ keys = {}, dependencies = [] }: ObjectDescription): string[] {
  const peers = dependencies.flatMap(({ key, peers = [] }) => [key, ...peers]);
  const names = [...Object.keys(keys), ...peers].filter((name) => typeof name === 'string');
  return names.map((name) => name.split('.')[0]!);
}

const NUMBERS = new Set(['integer', 'duration', 'decimal']);

/** Without what is not there; numbers in text as numbers, so that rules may compare them. */
function comparable({ fields }: EntityMetadata, values: FieldValues): Record<string, unknown> {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, asNumber(fields.get(name), value)]));
}

function asNumber(field: FieldMetadata | undefined, value: unknown): unknown {
  return field && NUMBERS.has(field.type.kind) && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** Whether it only says that there is nothing to compare with, which Joi takes for a mistake. */
function isVain({ type, context }: Detail, isThere: (name: string) => boolean): boolean {
  const { root } = (context?.ref ?? {}) as { readonly root?: string };
  return type === 'any.ref' && !isThere(String(root));
}

function detailsOf(rule: Joi.Schema, value: unknown, convert: boolean): readonly Detail[] {
  return rule.validate(value, { ...CHECKING, convert }).error?.details ?? [];
}

function shownValue({ fields }: EntityMetadata, [name, ...rest]: Violation['path'], values: FieldValues): unknown {
  const field = fields.get(String(name));
  const value = values[String(name)] ?? undefined;
  const isShown = field?.access === 'open' || field?.access === 'readOnly';
  return isShown && rest.length === 0 && value !== undefined ? codecOf(field.type).write(value) : undefined;
}
