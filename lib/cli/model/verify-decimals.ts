import type { Container } from '../../core';
import { parseDatabaseUrl } from '../../persistence';
import { databasesOf } from '../project/databases';
import { inspectProject } from '../project/open-project';
import type { ProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';
import type { Field } from './field';

/** The digits that every database keeps, also one that stores decimals as floating-point numbers. */
const KEPT_EVERYWHERE = 15;

/**
 * Checks decimals against the database of the project, whose start would reject the class. The project is read for wide
 * decimals alone.
 *
 * @throws Error for a decimal with more digits than the database keeps
 */
export async function verifyDecimals(
  fields: readonly Field[],
  options: ProjectOptions,
  terminal: Terminal,
): Promise<void> {
  const isWide = ({ type }: Field) => (type.digits ?? 0) > KEPT_EVERYWHERE;
  if (!fields.some(isWide)) return;
  for (const { display, dialect } of await inspectProject(options, terminal, urlsOf)) {
    const { exactDigits = Number.POSITIVE_INFINITY } = dialect.values;
    const wide = fields.find(({ type }) => (type.digits ?? 0) > exactDigits);
    if (wide) {
      const { name, type } = wide;
      throw new Error(
        `The field "${name}" has ${type.digits} digits, and the database (${display}) keeps ${exactDigits} exactly: write decimal(${exactDigits},2) at most, or use MariaDB or MySQL. Nothing was written.`,
      );
    }
  }
}

function urlsOf(container: Container) {
  return databasesOf(container).map(({ applications: [{ project }], url }) =>
    parseDatabaseUrl(url, project.projectRoot),
  );
}
