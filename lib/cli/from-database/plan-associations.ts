import type { ForeignKeyShape } from '../../persistence';
import { collectionName, type ForeignKeyName, linkName, referenceName } from './association-names';
import { deleteRuleOf, type ForeignKeyRules, updateRuleOf } from './foreign-key-rules';
import type { PlannedClass, PlannedField } from './planned-class';

/** A foreign key whose both sides have an association. */
interface Link {
  readonly child: PlannedClass;
  readonly parent: PlannedClass;
  readonly field: PlannedField;
  readonly name: ForeignKeyName;
  readonly key: ForeignKeyShape;
  readonly referred: PlannedField;
}

/**
 * Adds the associations of foreign keys and join tables to the classes. References come first, so that each has its
 * name whatever the order of the tables.
 *
 * @returns the foreign keys without associations, with the reason
 */
export function addAssociations(classes: readonly PlannedClass[]): readonly string[] {
  const leftOut: string[] = [];
  const links = classes.flatMap((planned) =>
    planned.table.foreignKeys.flatMap((key) => linkOf(planned, key, classes, leftOut)),
  );
  const plain = links.filter(({ child }) => !child.isJoin);
  for (const link of plain) addReference(link);
  for (const link of plain) if (!link.child.isKeyless) addCollection(link, plain);
  for (const planned of classes.filter(({ isJoin }) => isJoin)) {
    addManyToMany(
      planned,
      links.filter(({ child }) => child === planned),
    );
  }
  return leftOut;
}

function linkOf(
  child: PlannedClass,
  key: ForeignKeyShape,
  classes: readonly PlannedClass[],
  leftOut: string[],
): Link[] {
  const place = `${child.table.name} (${key.columns.join(', ')})`;
  const parent = classes.find(({ table }) => table.name.toLowerCase() === key.table.toLowerCase());
  const field = child.fields.find(({ column }) => column.name === key.columns[0]);
  if (key.columns.length > 1) leftOut.push(`${place}: a foreign key with several columns`);
  if (!parent) leftOut.push(`${place}: it refers to ${key.table}, which is left out`);
  if (!parent || !field || key.columns.length > 1 || parent.isJoin || parent.isKeyless) return [];
  field.target = parent.name;
  const referredName = (key.referred[0] ?? parent.table.primaryKey[0])?.toLowerCase();
  const referred = parent.fields.find(({ column }) => column.name.toLowerCase() === referredName);
  if (!referred) return [];
  const name = {
    column: field.column.name,
    referred: referred.column.name,
    owner: child.rowName,
    target: parent.rowName,
  };
  return [{ child, parent, field, name, key, referred }];
}

function addReference({ child, parent, field, name, key, referred }: Link): void {
  child.associations.push({
    kind: 'BelongsTo',
    name: referenceName(name, child.taken),
    target: parent.name,
    isNullable: field.column.isNullable,
    options: { ...rulesOf(key, field), ...(!referred.isKey && { targetKey: referred.name }) },
  });
}

function addCollection(link: Link, links: readonly Link[]): void {
  const { child, parent, field, name, key, referred } = link;
  const isOne = field.isUnique || (field.isKey && child.table.primaryKey.length === 1);
  const alike = links.filter((other) => other.child === child && other.parent === parent);
  parent.associations.push({
    kind: isOne ? 'HasOne' : 'HasMany',
    name: collectionName(name, { isOne, isOneOfSeveral: alike.length > 1 }, parent.taken),
    target: child.name,
    isNullable: true,
    options: { ...rulesOf(key, field), ...(!referred.isKey && { sourceKey: referred.name }) },
  });
  addOwner(child, parent);
}

function addOwner({ isRoot, owners }: PlannedClass, { name }: PlannedClass): void {
  if (!isRoot && !owners.includes(name)) owners.push(name);
}

function rulesOf(key: ForeignKeyShape, field: PlannedField): Readonly<Record<string, string>> {
  return { foreignKey: field.name, onDelete: deleteRuleOf(key, field), ...updateRuleOf(key) };
}

/** Adds the many-to-many associations of a join table to both classes. */
function addManyToMany(join: PlannedClass, links: readonly Link[]): void {
  const [first, second] = join.table.primaryKey.map((name) => links.find(({ field }) => field.column.name === name));
  if (!first || !second) return;
  const rules = rulesOfLinks(first, second);
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    own.parent.associations.push({
      kind: 'BelongsToMany',
      name: linkName(own.name, other.name, join.rowName, own.parent.taken),
      target: other.parent.name,
      through: join.name,
      isNullable: true,
      options: { foreignKey: own.field.name, otherKey: other.field.name, ...rules },
    });
    addOwner(other.parent, own.parent);
  }
}

/** The rules of both foreign keys, which an association has for both; if they differ, the columns have them. */
function rulesOfLinks(first: Link, second: Link): ForeignKeyRules {
  const [rules, others] = [linkRulesOf(first), linkRulesOf(second)];
  if (rules.onDelete === others.onDelete && rules.onUpdate === others.onUpdate) return rules;
  first.field.rules = rules;
  second.field.rules = others;
  return {};
}

function linkRulesOf({ key, field }: Link): ForeignKeyRules {
  const onDelete = deleteRuleOf(key, field);
  return { ...(onDelete !== 'CASCADE' && { onDelete }), ...updateRuleOf(key) };
}
