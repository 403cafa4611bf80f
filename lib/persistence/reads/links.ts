import { col, type IncludeOptions, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { CollectionMetadata } from '../../metadata';
import { associationKeys, type ManyToMany, whereForeignKey } from '../models/association';
import { inDefaultScope } from '../models/default-scope';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import { queryGeneratorOf } from '../models/query-generator';
import { whereParentAt } from './place-criteria';
import type { ParameterizedPlace } from './query-parameters';
import { OWN_ROW, PARENT_ROWS, PATH_ROWS, ROOT_VERSION } from './root-version';
import type { Scopes } from './scopes';
import { selectSql } from './select-sql';
import { select } from './subquery';

/** The rows of the join table that link children to the parent of a place. */
export interface Links {
  readonly fields: CollectionMetadata['joinFields'];
  readonly association: ManyToMany;
  /** The condition on these rows. */
  readonly where: WhereOptions;
  readonly isLocking?: boolean;
}

/** Undefined when the join table has no fields of its own. */
export function linksAt(place: ParameterizedPlace, scopes: Scopes): Links | undefined {
  const collection = place.path.at(-1);
  if (!collection || collection.joinFields.size === 0) return undefined;
  const association = associationKeys(collection) as ManyToMany;
  const parents = select(modelOf(collection.owner.type), association.sourceKey, whereParentAt(place, scopes));
  return { fields: collection.joinFields, association, where: whereForeignKey(association, { [Op.in]: parents }) };
}

/** The `include` of `findAll` that reads the row of the join table with each child. */
export function linkInclude({ association, fields, where }: Links, more: readonly string[] = []): IncludeOptions {
  const { links, through } = association;
  const attributes = [...more, ...exactAttributes(through, [...fields.keys()])];
  return { association: links, attributes, required: true, where: inDefaultScope(through, where) };
}

/** A column of the join table in the statement of {@link joinLinks}, under the name of its field. */
export function linkAttribute({ through }: ManyToMany, name: string): ProjectionAlias {
  const [exact] = exactAttributes(through, [name]);
  return typeof exact === 'string' ? qualified(through, name) : exact!;
}

/** A column qualified by its table, so that it is not ambiguous in a join. */
export function qualified(model: DomainModel, name: string): ProjectionAlias {
  return [col(`${model.name}.${model.getAttributes()[name]!.field}`), name];
}

/** Joins the rows of the join table to a statement, under the name of their class. */
export function joinLinks(model: DomainModel, sql: string, { association, fields, where, isLocking }: Links): string {
  const { through, targetKey, otherKey } = association;
  const generator = queryGeneratorOf(model);
  const quote = (name: string) => generator.quoteIdentifier(name);
  const columnOf = (of: DomainModel, name: string) => of.getAttributes()[name]!.field!;
  const columns = [...fields.keys()].map((name): ProjectionAlias => [columnOf(through, name), columnOf(through, name)]);
  const key: ProjectionAlias = [columnOf(through, otherKey), LINKED_KEY];
  const links = selectSql(through, { attributes: [key, ...columns], where, ...(isLocking && { lock: true }) });
  const from = `FROM ${generator.quoteTable(model.getTableName())} AS ${quote(model.name)}`;
  const [alias, child] = [quote(through.name), `${quote(model.name)}.${quote(columnOf(model, targetKey))}`];
  // The expression of the state comes first and may read the same table.
  const afterState = Math.max(0, ...STATE_NAMES.map((name) => sql.lastIndexOf(`AS ${quote(name)}`)));
  const at = sql.indexOf(from, afterState) + from.length;
  return `${sql.slice(0, at)} INNER JOIN (${links}) AS ${alias} ON ${alias}.${quote(LINKED_KEY)} = ${child}${sql.slice(at)}`;
}

/** The aliases of expressions, the outermost of which is the last. */
const STATE_NAMES = [ROOT_VERSION, PATH_ROWS, PARENT_ROWS, OWN_ROW];

/** The alias of the child's key in the joined rows; no column has a space in its name. */
const LINKED_KEY = 'linked child';

function exactAttributes(model: DomainModel, names: readonly string[]): (string | ProjectionAlias)[] {
  const wide = wideColumns(model);
  return names.map((name) => (wide.includes(name) ? columnAsText(model, name) : name));
}
