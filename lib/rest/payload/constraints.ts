import type { ObjectSchema, Schema, ValidationErrorItem } from 'joi';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { FieldValues } from '../../persistence';
import { codecOf, type Violation } from '../../values';
import { RULE_MESSAGES, violationMessage, violationPaths } from './rule-messages';

/** Column types whose text Joi must not convert. The values of the others may be numbers and dates as text. */
const TEXTUAL = new Set(['string', 'text', 'enum', 'uuid', 'time', 'json']);

/** Column types whose values may be numbers as text. */
const NUMERIC = new Set(['integer', 'duration', 'decimal']);

const OPTIONS = { abortEarly: false, errors: { label: false }, messages: RULE_MESSAGES } as const;

/**
 * Checks a value against the constraints of its column.
 *
 * @param value as the column holds it; undefined and null for none
 * @returns violations whose path is empty, or leads into a JSON value
 */
export function fieldViolations({ constraints, type }: FieldMetadata, value: unknown): Violation[] {
  const convert = !TEXTUAL.has(type.kind);
  return constraints
    .flatMap((rule) => validate(rule as Schema, value ?? undefined, convert))
    .map((item) => ({ path: item.path, message: violationMessage(item) }));
}

/**
 * Checks the values of an entity against the constraints of its class.
 *
 * @param values   by domain name, as the columns hold them
 * @param invalid  fields whose own value was rejected: they count as present, but are neither reported again nor
 *                 compared with other fields
 */
export function entityViolations(
  entity: EntityMetadata,
  values: FieldValues,
  invalid: ReadonlyMap<string, unknown> = new Map(),
): Violation[] {
  const candidate = { ...comparableValues(entity, values), ...Object.fromEntries(invalid) };
  const hasValidValue = (name: string) => candidate[name] !== undefined && !invalid.has(name);
  return entity.constraints
    .flatMap((rule) => validate((rule as ObjectSchema).unknown(), candidate, true))
    .filter((item) => !invalid.has(String(item.path[0])) && !isFailedComparison(item, hasValidValue))
    .flatMap((item) => violationPaths(item).map((path) => ({ path, message: violationMessage(item) })))
    .map((violation) => ({ ...violation, invalidValue: echoedValue(entity, violation.path, values) }));
}

function validate(rule: Schema, value: unknown, convert: boolean): readonly ValidationErrorItem[] {
  return rule.validate(value, { ...OPTIONS, convert }).error?.details ?? [];
}

/** The values that are present, with numbers as text converted, so that rules can compare them. */
function comparableValues({ fields }: EntityMetadata, values: FieldValues): Record<string, unknown> {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, asNumber(fields.get(name), value)]));
}

function asNumber(field: FieldMetadata | undefined, value: unknown): unknown {
  const isSafe = field && NUMERIC.has(field.type.kind) && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER;
  return isSafe ? Number(value) : value;
}

/** Whether Joi reports a comparison only because the other field has no valid value. */
function isFailedComparison({ type, context }: ValidationErrorItem, hasValidValue: (name: string) => boolean): boolean {
  const { root } = (context?.ref ?? {}) as { readonly root?: string };
  return type === 'any.ref' && !hasValidValue(String(root));
}

/** The `invalid_value` of the error; undefined if responses may not show it, or if the path leads into a JSON value. */
function echoedValue({ fields }: EntityMetadata, [name, ...rest]: Violation['path'], values: FieldValues): unknown {
  const field = fields.get(String(name));
  const value = values[String(name)] ?? undefined;
  const isVisible = field?.access === 'open' || field?.access === 'readOnly';
  return isVisible && rest.length === 0 && value !== undefined ? codecOf(field.type).write(value) : undefined;
}
