import { exceeds, type Limit } from './limit';
import { isWellFormed } from './text-limits';

/** MariaDB rejects JSON that is nested more deeply. */
const MAX_LEVELS = 31;

/** Accepts values that JSON can express and the database can store. */
export const jsonLimit: Limit = (value) => {
  const problem = problemOf(value, 0);
  return problem === undefined ? { value } : exceeds(problem);
};

function problemOf(value: unknown, level: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value) ? undefined : 'must contain only valid Unicode text';
    case 'number':
      return Number.isFinite(value) ? undefined : 'must be JSON: it has a number that is not finite';
    case 'bigint':
    case 'function':
    case 'symbol':
      return `must be JSON: it has a ${typeof value}`;
    case 'object':
      return value === null ? undefined : objectProblem(value, level + 1);
    default:
      return undefined;
  }
}

function objectProblem(value: object, level: number): string | undefined {
  const { toJSON } = value as { readonly toJSON?: unknown };
  const written: unknown = typeof toJSON === 'function' ? toJSON.call(value) : value;
  if (typeof written !== 'object' || written === null) return problemOf(written, level);
  if (level > MAX_LEVELS) return `must not have more than ${MAX_LEVELS} levels of arrays and objects`;
  if (written instanceof Map || written instanceof Set) return 'must be JSON: it has a Map or a Set';
  for (const [name, inner] of Object.entries(written)) {
    const problem = isWellFormed(name) ? problemOf(inner, level) : 'must contain only valid Unicode text';
    if (problem !== undefined) return problem;
  }
  return undefined;
}
