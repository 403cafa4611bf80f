import { lowerFirst, snakeCase, upperFirst } from '../../naming';
import type { PlannedClass, PlannedField } from './planned-class';
import { freeName } from './table-names';

/**
 * Gives other names to the fields of join tables that are taken in the elements of a many-to-many association, which show
 * them beside their own: `last_update` of `film_actor` becomes `filmActorLastUpdate`.
 */
export function withDistinctJoinFields(classes: readonly PlannedClass[]): readonly PlannedClass[] {
  return classes.map((join) => {
    if (!join.isJoin) return join;
    const targets = classes.filter(({ name }) => join.fields.some(({ target, isKey }) => isKey && target === name));
    const others = new Set(targets.flatMap(({ taken }) => [...taken]));
    const all = new Set([...join.taken, ...others]);
    const nameOf = ({ name, isKey }: PlannedField): string =>
      isKey || !others.has(snakeCase(name)) ? name : freeName(`${lowerFirst(join.rowName)}${upperFirst(name)}`, all);
    return { ...join, fields: join.fields.map((field) => ({ ...field, name: nameOf(field) })) };
  });
}
