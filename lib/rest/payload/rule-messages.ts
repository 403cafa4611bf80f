import type { ValidationErrorItem } from 'joi';
import { snakeCase } from '../../naming';

type Context = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** How a violation of one of Joi's rules is reported. */
interface RuleReport {
  /** The fields at fault; the object as a whole when absent. */
  readonly fields?: (context: Context) => readonly unknown[];
  /** The message, which follows the name of the field. */
  readonly message: (context: Context) => string;
}

/** Rules over several fields, which Joi reports for the object as a whole and with domain names. */
const REPORTS: Readonly<Record<string, RuleReport>> = {
  'object.and': {
    fields: ({ missing }) => toList(missing),
    message: ({ present }) => `is required together with ${wireNames(present)}`,
  },
  'object.nand': {
    fields: ({ main }) => [main],
    message: ({ peers }) => `must not be given with ${wireNames(peers)}`,
  },
  'object.missing': {
    message: ({ peers }) => `needs one of ${wireNames(peers)}`,
  },
  'object.xor': {
    fields: ({ present }) => toList(present),
    message: ({ peers }) => `must be the only one of ${wireNames(peers)}`,
  },
  'object.oxor': {
    fields: ({ present }) => toList(present),
    message: ({ peers }) => `must be the only one of ${wireNames(peers)}`,
  },
  'object.with': {
    fields: ({ peer }) => [peer],
    message: ({ main }) => `is required together with ${wireNames(main)}`,
  },
  'object.without': {
    fields: ({ peer }) => [peer],
    message: ({ main }) => `must not be given with ${wireNames(main)}`,
  },
  'any.custom': {
    message: ({ error }) => (error as Error).message,
  },
};

/** Joi's own messages repeat the value, which a violation has already. A message of the schema comes before these. */
export const PATTERN_MESSAGES = {
  'string.pattern.base': 'does not match the pattern {{#regex}}',
  'string.pattern.name': 'does not match the pattern "{{#name}}"',
  'string.pattern.invert.base': 'must not match the pattern {{#regex}}',
  'string.pattern.invert.name': 'must not match the pattern "{{#name}}"',
};

/** Given to Joi as the message of these rules; any other message comes from the schema itself, and is kept. */
const PLACEHOLDER = '(default message)';

/** The option `messages` of Joi's validation. */
export const RULE_MESSAGES: Readonly<Record<string, string>> = {
  ...PATTERN_MESSAGES,
  ...Object.fromEntries(Object.keys(REPORTS).map((code) => [code, PLACEHOLDER])),
};

/** The message of a violation, with wire names; it follows the name of the field. */
export function violationMessage({ type, message, context = {} }: ValidationErrorItem): string {
  if (message === PLACEHOLDER) return REPORTS[type]!.message(context);
  return message.replace(/"?ref:([\w.]+)"?/g, (_, path: string) => wireName(path)).trim();
}

/** The paths, by domain name, of the fields at fault. */
export function violationPaths({ type, path, context = {} }: ValidationErrorItem): readonly Path[] {
  const fields = REPORTS[type]?.fields?.(context) ?? [];
  return fields.length === 0 ? [path] : fields.map((field) => [...path, ...String(field).split('.')]);
}

function wireNames(paths: unknown): string {
  return toList(paths).map(wireName).join(', ');
}

function toList(value: unknown): readonly string[] {
  return [value].flat().map(String);
}

function wireName(path: string): string {
  return path.split('.').map(snakeCase).join('.');
}
