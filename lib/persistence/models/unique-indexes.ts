import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { indexesOf } from '../sequelize/model-class';
import { type DomainModel, fieldOfColumn, modelOf } from './domain-model';

/** The fields of a unique index, or of the primary key. */
export type UniqueIndex = readonly string[];

/**
 * The unique indexes that a model declares, and its primary key. Those with a condition are left out, since they do not
 * count all rows, and those over expressions.
 */
export const uniqueIndexesOf = oncePer(findIndexes);

function findIndexes(entity: EntityMetadata): readonly UniqueIndex[] {
  const model = modelOf(entity.type);
  const declared = indexesOf(model)
    .filter(({ unique, where }) => unique && !where)
    .map(({ fields = [] }) => fields);
  const constraints = Object.values(model.uniqueKeys).map(({ fields }) => fields);
  const found = [...declared, ...constraints, ...uniqueColumns(model)].flatMap((columns) => {
    const names = columns.map((column) => nameIn(model, column));
    return names.every((name) => name !== undefined && entity.fields.has(name)) ? [names as string[]] : [];
  });
  return [...new Map(found.map((names) => [[...names].sort().join(' '), names])).values()];
}

function uniqueColumns(model: DomainModel): string[][] {
  const columns = Object.entries(model.getAttributes());
  return columns.flatMap(([name, { unique, primaryKey }]) => (unique === true || primaryKey ? [[name]] : []));
}

function nameIn(model: DomainModel, column: unknown): string | undefined {
  const name = typeof column === 'string' ? column : (column as { readonly name?: string }).name;
  return name === undefined ? undefined : fieldOfColumn(model, name);
}
