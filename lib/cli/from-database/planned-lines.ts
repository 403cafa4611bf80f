import { reasonAgainstDefault } from './default-code';
import { secretLine } from './field-marks';
import type { PlannedClasses } from './plan-classes';
import type { PlannedClass } from './planned-class';
import { versionCandidate, versionHint } from './special-columns';

/**
 * What the command prints of the classes that it has written.
 *
 * @param paths the file of each class
 */
export function linesOf({ classes, notes }: PlannedClasses, paths: readonly string[]): readonly string[] {
  const secrets = classes.flatMap((planned) =>
    planned.fields.filter(({ mark }) => mark === 'WriteOnly').map((field) => secretLine(planned, field)),
  );
  const defaults = classes.flatMap(({ name, fields, isKeyless }) =>
    fields.flatMap((field) => {
      const reason = reasonAgainstDefault({ ...field, isKey: field.isKey && !isKeyless });
      return reason === undefined ? [] : [`${name}.${field.name} (${field.column.name}) has no default: ${reason}.`];
    }),
  );
  const versions = classes.flatMap((planned) => {
    const candidate = versionCandidate(planned);
    return candidate ? [`${planned.name} has no version. ${versionHint(candidate)}`] : [];
  });
  return [
    ...classes.map((planned, index) => `${paths[index]}  ${roleOf(planned)}`),
    ...secrets,
    ...defaults,
    ...versions,
    ...notes,
  ];
}

function roleOf({ isJoin, isKeyless, isRoot, name, owners, reason, table }: PlannedClass): string {
  if (isJoin) return `${name}, the join table ${table.name}`;
  const because = reason === undefined ? '' : `, because ${reason}`;
  if (isKeyless) return `${name}, an aggregate root (${table.name}) that is only listed${because}`;
  if (isRoot) return `${name}, an aggregate root (${table.name})${because}`;
  if (owners.length === 0) return `${name}, in no aggregate (${table.name}): --roots names no table that has it`;
  if (reason === undefined) return `${name}, in a collection of ${owners.join(' and ')} (${table.name})`;
  const [owner, ...others] = owners;
  const also = others.length > 0 ? `, also in a collection of ${others.join(' and ')}` : '';
  return `${name}, a child of ${owner} (${table.name})${because}${also}`;
}
