import type { Change, ChangeClass, Direction } from './change';

type Schema = Readonly<Record<string, unknown>>;
type LimitChange = Pick<Change, 'class' | 'what'>;

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;

/**
 * Lists changes of limits, patterns, formats and further rules. In responses they are internal: a wider column does not
 * break clients.
 */
export function limitChanges(before: Schema, now: Schema, direction: Direction): readonly LimitChange[] {
  return [
    ...UPPER.flatMap((word) => limitChange(word, before[word], now[word], 1, direction)),
    ...LOWER.flatMap((word) => limitChange(word, before[word], now[word], -1, direction)),
    ...patternChange('pattern', before.pattern, now.pattern, direction),
    ...patternPropertyChanges(before, now, direction),
    ...formatChange('format', before, now),
    ...formatChange('contentMediaType', before, now),
    ...ruleChanges(before, now, direction),
  ];
}

/** @param sign  1 for upper limits, -1 for lower limits */
function limitChange(
  word: string,
  before: unknown,
  now: unknown,
  sign: 1 | -1,
  direction: Direction,
): readonly LimitChange[] {
  if (before === now) return [];
  const isNarrower = before === undefined || (now !== undefined && (Number(now) - Number(before)) * sign < 0);
  const what = now === undefined ? `no longer has a ${word}` : `has ${word} ${now}${was(before)}`;
  return [{ class: classOf(isNarrower, direction), what }];
}

/** Patterns that list names (`^-?(id|code)$`) are compared name by name; any other change counts as narrower. */
function patternChange(word: string, before: unknown, now: unknown, direction: Direction): readonly LimitChange[] {
  if (before === now) return [];
  if (now === undefined) return [{ class: classOf(false, direction), what: `no longer has a ${word}` }];
  if (before === undefined || !differsInNamesOnly(String(before), String(now)))
    return [{ class: classOf(true, direction), what: `has a different ${word}` }];
  const [old, current] = [listedNames(String(before)), listedNames(String(now))];
  const lost = old.filter((name) => !current.includes(name));
  const gained = current.filter((name) => !old.includes(name));
  return [
    ...lost.map((name) => ({ class: classOf(true, direction), what: `no longer takes ${name}` })),
    ...gained.map((name) => ({ class: classOf(false, direction), what: `takes ${name}` })),
  ];
}

/** Compares the patterns of `patternProperties` in their order. */
function patternPropertyChanges(before: Schema, now: Schema, direction: Direction): readonly LimitChange[] {
  const [old, current] = [before, now].map(({ patternProperties }) => Object.keys((patternProperties ?? {}) as object));
  const count = Math.max(old!.length, current!.length);
  return Array.from({ length: count }).flatMap((_, index) =>
    patternChange('pattern', old![index], current![index], direction),
  );
}

/** Whether two patterns list names, and are the same without them. */
function differsInNamesOnly(before: string, now: string): boolean {
  return `${before}${now}`.includes('|') && withoutNames(before) === withoutNames(now);
}

/** A pattern without the names that it lists. */
function withoutNames(pattern: string): string {
  return pattern.replace(NAME, '').replaceAll('\\.', '').replaceAll('|', '');
}

/** The names that a pattern lists. */
function listedNames(pattern: string): readonly string[] {
  return [...new Set(pattern.replaceAll('\\.', '.').split(/[^A-Za-z0-9_.]/))].filter((name) => /^[A-Za-z_]/.test(name));
}

/** A change of the format is a change of the type, which breaks clients in both directions. */
function formatChange(word: string, before: Schema, now: Schema): readonly LimitChange[] {
  if (before[word] === now[word]) return [];
  return [{ class: 'breaking', what: `has the ${word} ${now[word] ?? 'of any text'}${was(before[word])}` }];
}

function ruleChanges(before: Schema, now: Schema, direction: Direction): readonly LimitChange[] {
  const [old, current] = [before, now].map((schema) => (schema['x-further-rules'] ?? []) as readonly string[]);
  return [
    ...current!.filter((rule) => !old!.includes(rule)).map((rule) => ruleChange(true, rule, direction)),
    ...old!.filter((rule) => !current!.includes(rule)).map((rule) => ruleChange(false, rule, direction)),
  ];
}

function ruleChange(isNew: boolean, rule: string, direction: Direction): LimitChange {
  return { class: classOf(isNew, direction), what: isNew ? `must meet: ${rule}` : `no longer has to meet: ${rule}` };
}

function classOf(isNarrower: boolean, direction: Direction): ChangeClass {
  if (direction === 'responses') return 'internal';
  return isNarrower ? 'breaking' : 'additive';
}

function was(before: unknown): string {
  return before === undefined ? '' : `, it was ${before}`;
}
