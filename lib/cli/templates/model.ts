import { pluralize, snakeCase, upperFirst } from '../../naming';
import type { Field } from '../model/field';
import type { NewModel } from '../model/new-model';
import { CodeFile } from './code-file';
import { collectionMember, fieldMember, foreignKeyMember, type Member, referenceMember } from './member-lines';

/** Generates the module of a domain class. */
export function modelText(model: NewModel): string {
  const { className, isRoot, fields, parent, references, collections } = model;
  const file = new CodeFile().use('koaggregate', 'BaseDomain').use('sequelize-typescript', 'Table');
  for (const field of fields.filter(({ type }) => type.values)) {
    file.add(`export type ${memberType(className, field)} = ${field.type.member};`, '');
  }
  if (isRoot) file.use('koaggregate', 'AggregateRoot').add('@AggregateRoot');
  file.add(
    `@Table({ tableName: '${snakeCase(pluralize(className))}' })`,
    `export class ${className} extends BaseDomain {`,
  );
  const members = [
    ...fields.map((field) => fieldMember(field, memberType(className, field))),
    ...(parent ? [foreignKeyMember(parent, true)] : []),
    ...references.flatMap((reference) => [foreignKeyMember(reference, true), referenceMember(reference)]),
    ...collections.map((collection) => collectionMember(collection)),
  ];
  addMembers(file, members);
  return file.add('}').toString();
}

function addMembers(file: CodeFile, members: readonly Member[]): void {
  for (const [index, { lines, uses }] of members.entries()) {
    if (index > 0) file.add('');
    file.add(...lines.map((line) => `  ${line}`));
    for (const [module, ...names] of uses) file.use(module, ...names);
  }
}

function memberType(className: string, { name, type }: Field): string {
  return type.values ? `${className}${upperFirst(name)}` : type.member;
}
