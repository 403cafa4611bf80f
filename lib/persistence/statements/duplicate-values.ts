import { UniqueConstraintError } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { replaceQueryClass } from '../sequelize/queries';

/** A query of one dialect, with a member that Sequelize's types do not declare. */
interface Query {
  formatError(...given: readonly unknown[]): unknown;
}

type QueryClass = new (...given: never[]) => Query;

const BEFORE = "Duplicate entry '";
const BEHIND = "' for key '";

/**
 * Keeps the value of a violated unique index whole. Sequelize divides it at hyphens, a part for each column, and takes the
 * first part for an index of one column: `findOrCreate` then compares `A` with the `A-1` that it looked for.
 */
export function keepDuplicateValues(sequelize: Sequelize): void {
  replaceQueryClass<QueryClass>(
    sequelize,
    (Base) =>
      class extends Base {
        override formatError(...given: readonly unknown[]): unknown {
          const error = super.formatError(...given);
          if (error instanceof UniqueConstraintError) setValue(error);
          return error;
        }
      },
  );
}

function setValue({ fields, parent: { message } }: UniqueConstraintError): void {
  const [column, ...others] = Object.keys(fields);
  const [start, end] = [message.indexOf(BEFORE), message.lastIndexOf(BEHIND)];
  if (column === undefined || others.length > 0 || start < 0 || end < start) return;
  (fields as Record<string, unknown>)[column] = message.slice(start + BEFORE.length, end);
}
