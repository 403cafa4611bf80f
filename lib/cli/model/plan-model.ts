import { join, relative } from 'node:path';
import { kebabCase, lowerFirst, nearestFirst, pluralize } from '../../naming';
import { collectionMember, foreignKeyMember, type Member } from '../templates/member-lines';
import { domainClassName } from './class-name';
import type { OutlinedClass } from './domain-outline';
import type { NewModel, Related } from './new-model';
import { memberName, parseFields } from './parse-fields';
import { DOMAIN_FOLDER, type ProjectSources } from './project-sources';

export interface ModelOptions {
  readonly aggregateRoot?: boolean;
  readonly fields?: string;
  /** Each is `Order`, or `Order:items` with the name of the collection. */
  readonly belongsTo?: readonly string[];
  readonly hasMany?: readonly string[];
}

/** The other side of an association: a member to add to an existing class. */
export interface OtherSide {
  readonly in: OutlinedClass;
  readonly name: string;
  readonly member: Member;
}

export interface ModelPlan {
  readonly model: NewModel;
  readonly otherSides: readonly OtherSide[];
  /** The parent of the new class, and its collection. */
  readonly parent?: { readonly className: string; readonly member: string };
}

/**
 * Plans a model and the members to add to other classes.
 *
 * A class that is not a root is a child of the first class that it belongs to, which gets a collection of it. All other
 * classes that it belongs to are references.
 *
 * @throws Error for invalid names, and for classes that are not in the domain
 */
export function planModel(name: string, options: ModelOptions, sources: ProjectSources): ModelPlan {
  const className = domainClassName(name);
  const { aggregateRoot: isRoot = false, belongsTo = [], hasMany = [] } = options;
  const fields = parseFields(options.fields ?? '');
  const owners = belongsTo.map((written) => parseAssociation(written, sources));
  const children = hasMany.map((written) => parseAssociation(written, sources));
  const [parent] = isRoot ? [] : owners;
  const references = owners.filter((owner) => owner !== parent).map((owner) => toOne(owner, sources));
  const collections = children.map(({ type, member }) => related(type, member ?? collectionName(type.name), sources));
  const model: NewModel = {
    ...{ className, fileName: kebabCase(className), isRoot, fields, references, collections },
    ...(parent && { parent: toOne(parent, sources) }),
  };
  verifyMembers(model);
  const collection = parent && { className: parent.type.name, member: parent.member ?? collectionName(className) };
  return {
    model,
    otherSides: [
      ...(parent && collection ? [collectionIn(parent.type, collection.member, model, sources)] : []),
      ...children.map(({ type }) => foreignKeyIn(type, model, sources)),
    ],
    ...(collection && { parent: collection }),
  };
}

interface Associated {
  readonly type: OutlinedClass;
  /** The name of the member, if given. */
  readonly member?: string;
}

function parseAssociation(written: string, { domain }: ProjectSources): Associated {
  const [name = '', member] = written.split(':', 2);
  const className = domainClassName(name);
  const type = domain.find((other) => other.name === className);
  if (!type) {
    const names = domain.map((other) => other.name);
    const known = nearestFirst(names, className).join(', ') || 'none yet';
    throw new Error(
      `There is no class "${className}" in ${DOMAIN_FOLDER}: generate it first. Known classes: ${known}.`,
    );
  }
  return { type, ...(member !== undefined && { member: memberName(member) }) };
}

function toOne({ type }: Associated, sources: ProjectSources): Related {
  return related(type, lowerFirst(type.name), sources);
}

function related({ name, file }: OutlinedClass, member: string, sources: ProjectSources): Related {
  return { className: name, module: besideDomain(file, sources), member };
}

function collectionName(className: string): string {
  return lowerFirst(pluralize(className));
}

function collectionIn(type: OutlinedClass, name: string, model: NewModel, sources: ProjectSources): OtherSide {
  return { in: type, name, member: collectionMember(newRelated(model, name, type, sources)) };
}

/** The foreign key of a collection. It is nullable for aggregate roots, whose existing rows have no parent. */
function foreignKeyIn(type: OutlinedClass, model: NewModel, sources: ProjectSources): OtherSide {
  const reference = newRelated(model, lowerFirst(model.className), type, sources);
  return { in: type, name: `${reference.member}Id`, member: foreignKeyMember(reference, !type.isRoot) };
}

/** The new class as another module imports it. */
function newRelated(
  { className, fileName }: NewModel,
  member: string,
  { file }: OutlinedClass,
  sources: ProjectSources,
) {
  const path = relative(join(file, '..'), join(sources.root, DOMAIN_FOLDER, fileName)).replaceAll('\\', '/');
  return { className, module: withExtension(path.startsWith('.') ? path : `./${path}`, sources), member };
}

function besideDomain(file: string, sources: ProjectSources): string {
  const path = relative(join(sources.root, DOMAIN_FOLDER), file).replaceAll('\\', '/').replace(/\.ts$/, '');
  return withExtension(`./${path}`, sources);
}

function withExtension(path: string, { isEsm }: ProjectSources): string {
  return isEsm ? `${path}.js` : path;
}

function verifyMembers({ className, fields, parent, references, collections }: NewModel): void {
  const keys = [...(parent ? [parent] : []), ...references].map(({ member }) => `${member}Id`);
  const names = [...fields, ...keys.map((name) => ({ name })), ...references.map(({ member }) => ({ name: member }))]
    .map(({ name }) => name)
    .concat(collections.map(({ member }) => member));
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined)
    throw new Error(`${className} would have two members called "${duplicate}": rename one of them.`);
}
