import { col, type IncludeOptions, literal, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { CollectionMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { associationKeys, type ManyToMany, whereForeignKey } from '../models/association';
import { inDefaultScope } from '../models/default-scope';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import { fieldTypeOf } from '../models/field-types';
import { quotedColumn } from '../models/quoted-column';
import type { ColumnType } from '../sequelize/data-types';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { whereParentAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import type { Scopes } from './scopes';
import { type SelectOptions, selectSql } from './select-sql';
import { select } from './subquery';

/** The rows of the join table that link children to the parent of a place. */
export interface Links {
  readonly fields: CollectionMetadata['joinFields'];
  readonly association: ManyToMany;
  /** The condition on these rows. */
  readonly where: WhereOptions;
  readonly lock?: SelectOptions['lock'];
}

/** Undefined when the join table has no fields of its own. */
export function linksAt(place: ParameterizedPlace, scopes: Scopes): Links | undefined {
  const collection = place.path.at(-1);
  if (!collection || collection.joinFields.size === 0) return undefined;
  const association = associationKeys(collection) as ManyToMany;
  const parents = select(modelOf(collection.owner.type), association.sourceKey, whereParentAt(place, scopes));
  return { fields: collection.joinFields, association, where: whereForeignKey(association, { [Op.in]: parents }) };
}

/** The name under which a row has the key of the parent that it is linked to; no field has a hyphen in its name. */
export const LINKED_PARENT = 'linked-parent';

/** The `include` of `findAll` that reads the row of the join table with each child. */
export function linkInclude({ association, fields, where }: Links): IncludeOptions {
  const { links, through, foreignKey } = association;
  const attributes = [foreignKey, ...exactAttributes(through, [...fields.keys()])];
  return { association: links, attributes, required: true, where: inDefaultScope(through, where) };
}

/** The type of a column of the join table. */
export function linkedType({ association: { through, foreignKey }, fields }: Links, name: string): FieldType {
  if (name !== LINKED_PARENT) return fields.get(name)!.type;
  return fieldTypeOf(through.getAttributes()[foreignKey]!.type as unknown as ColumnType);
}

/** Whether a name is that of a column of the join table. */
export function isLinked({ fields }: Links, name: string): boolean {
  return name === LINKED_PARENT || fields.has(name);
}

/** The SQL of the keys of parents in the join table. */
export function linkedParentLiteral({ through, foreignKey }: ManyToMany): (key: unknown) => string {
  return (key) => queryGeneratorOf(through).escape(key, through.getAttributes()[foreignKey]);
}

/** A column of the join table in a statement with {@link joinSql}, under the name of its field. */
export function linkAttribute({ through }: ManyToMany, name: string): ProjectionAlias {
  if (name === LINKED_PARENT) return [col(`${through.name}.${name}`), name];
  const [exact] = exactAttributes(through, [name]);
  return typeof exact === 'string' ? [literal(quotedColumn(through, columnOf(through, name))), name] : exact!;
}

/** The JOIN of the rows of the join table, under the name of their class. */
export function joinSql(model: DomainModel, { association, fields, where, lock }: Links): string {
  const { through, targetKey, otherKey, foreignKey } = association;
  const quote = (name: string) => queryGeneratorOf(model).quoteIdentifier(name);
  const columns = [...fields.keys()].map((name): ProjectionAlias => [columnOf(through, name), columnOf(through, name)]);
  const keys: ProjectionAlias[] = [
    [columnOf(through, otherKey), LINKED_KEY],
    [columnOf(through, foreignKey), LINKED_PARENT],
  ];
  const links = selectSql(through, { attributes: [...keys, ...columns], where, lock });
  const [alias, child] = [quote(through.name), `${quote(model.name)}.${quote(columnOf(model, targetKey))}`];
  return ` INNER JOIN (${links}) AS ${alias} ON ${alias}.${quote(LINKED_KEY)} = ${child}`;
}

function columnOf(model: DomainModel, name: string): string {
  return model.getAttributes()[name]!.field!;
}

/** The alias of the child's key in the joined rows; no column has a space in its name. */
const LINKED_KEY = 'linked child';

function exactAttributes(model: DomainModel, names: readonly string[]): (string | ProjectionAlias)[] {
  const wide = wideColumns(model);
  return names.map((name) => (wide.includes(name) ? columnAsText(model, name) : name));
}
