import type { ArgumentSchema } from '../../metadata';
import type { Violation } from '../../values';
import { camelCased, findDuplicateName, SentKeys } from './camel-cased';
import { PATTERN_MESSAGES } from './rule-messages';

const OPTIONS = { abortEarly: false, errors: { label: false }, messages: PATTERN_MESSAGES } as const;

/** The value that a schema returns, and its violations. */
export interface SchemaResult {
  readonly value: unknown;
  readonly violations: readonly Violation[];
}

/** Reads JSON by the schema of one parameter. */
export function readBySchema(
  schema: ArgumentSchema,
  json: unknown,
): { readonly value: unknown } | { readonly violations: readonly Violation[] } {
  const result = validateBySchema(schema, camelCased(json), new SentKeys(json as object));
  const violations = [...duplicateNameViolations(json), ...result.violations];
  return violations.length > 0 ? { violations } : { value: result.value };
}

/**
 * Validates JSON with camelCase names.
 *
 * @param sentKeys the keys as they were sent, by which unknown ones are reported
 */
export function validateBySchema(schema: ArgumentSchema, camelJson: unknown, sentKeys: SentKeys): SchemaResult {
  const { value, error } = schema.validate(camelJson, OPTIONS);
  const violations = (error?.details ?? []).map(({ type, path, message, context }): Violation => {
    const unknownKey = type === 'object.unknown' ? sentKeys.at(path) : undefined;
    const place = unknownKey === undefined ? { path } : { path: path.slice(0, -1), sentPath: [unknownKey] };
    return { ...place, message: message.trim(), invalidValue: context?.value };
  });
  return { value, violations };
}

/** A violation for two keys of one object that are the same name. */
export function duplicateNameViolations(json: unknown): Violation[] {
  const duplicate = findDuplicateName(json);
  if (!duplicate) return [];
  const message = `has ${duplicate.keys.join(' and ')}, which are the same name: leave one out`;
  return [{ path: [], sentPath: duplicate.path, message }];
}
