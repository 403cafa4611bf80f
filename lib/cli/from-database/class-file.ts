import { kebabCase, pluralize, snakeCase } from '../../naming';
import { stringLiteral } from '../templates/string-literal';
import { defaultCodeOf } from './default-code';
import type { PlannedAssociation, PlannedClass, PlannedField } from './planned-class';
import { specialOptionsOf, versionCandidate, versionHint, versionOf } from './special-columns';

/** Generates the file of a class. */
export function classFile(planned: PlannedClass, classes: readonly PlannedClass[]): string {
  const extendsBaseDomain = isBaseDomain(planned);
  const isInherited = ({ column }: PlannedField) => extendsBaseDomain && BASE_DOMAIN_COLUMNS.has(column.name);
  const fields = planned.fields.filter((field) => !isInherited(field) || (field.mark !== undefined && !field.isKey));
  const members = [
    ...fields.map((field) => (isInherited(field) ? inheritedText(field) : fieldText(field, planned))),
    ...planned.associations.map(associationText),
  ];
  const body = members.length > 0 ? `\n${members.join('\n\n')}\n` : '';
  const decorators = [
    ...commentOf(planned),
    ...(planned.isRoot && !planned.isJoin ? [rootText(planned)] : []),
    `@Table(${tableText(planned, extendsBaseDomain)})`,
  ];
  const text = `${decorators.join('\n')}\nexport class ${planned.name} extends ${extendsBaseDomain ? 'BaseDomain' : 'Model'} {${body}}\n`;
  return `${importsOf(text, planned, classes)}\n${text}`;
}

function commentOf(planned: PlannedClass): readonly string[] {
  const { name, rowName } = planned;
  const candidate = versionCandidate(planned);
  const sentences = [
    ...(name === rowName
      ? []
      : [`Called ${name}, because a class ${rowName} would hide a name that this module uses.`]),
    ...(candidate ? [versionHint(candidate)] : []),
    ...(planned.isKeyless ? ['No path names its rows, which are only listed.'] : []),
  ];
  return sentences.length === 0 ? [] : [`/** ${sentences.join(' ')} */`];
}

/** The resource is called after the rows, whatever the class is called. */
function rootText({ name, rowName, isKeyless }: PlannedClass): string {
  const options = [
    ...(name === rowName ? [] : [`name: ${stringLiteral(snakeCase(pluralize(rowName)))}`]),
    ...(isKeyless ? ['keyed: false'] : []),
  ];
  return options.length === 0 ? '@AggregateRoot' : `@AggregateRoot({ ${options.join(', ')} })`;
}

const BASE_DOMAIN_COLUMNS = new Set(['id', 'created_at', 'updated_at', 'version']);

/** Whether the table has all columns of `BaseDomain`. */
function isBaseDomain(planned: PlannedClass): boolean {
  const { fields, table } = planned;
  const has = (name: string, type: string) =>
    fields.some(({ column, code }) => column.name === name && code.type === type);
  const isKeyed = table.primaryKey.join() === 'id' && fields.some(({ column, isKey }) => isKey && column.isGenerated);
  return (
    isKeyed && has('created_at', 'Date') && has('updated_at', 'Date') && versionOf(planned)?.column.name === 'version'
  );
}

function tableText(planned: PlannedClass, extendsBaseDomain: boolean): string {
  const options = [
    `tableName: ${stringLiteral(planned.table.name)}`,
    ...(extendsBaseDomain ? [] : specialOptionsOf(planned)),
    ...(planned.deletedAt ? [`paranoid: true, deletedAt: ${stringLiteral(planned.deletedAt.name)}`] : []),
    ...indexesText(planned),
  ];
  return `{ ${options.join(', ')} }`;
}

function indexesText({ table, fields }: PlannedClass): string[] {
  const declared = table.indexes.filter(({ isSpecial, isUnique, columns }) => {
    const isKnown = columns.every((name) => fields.some(({ column }) => column.name === name));
    const isForeign = table.foreignKeys.some((key) => key.columns.join() === columns.join());
    return !isSpecial && isKnown && (isUnique ? columns.length > 1 : !isForeign);
  });
  if (declared.length === 0) return [];
  const texts = declared.map(
    ({ name, isUnique, columns }) =>
      `{ name: ${stringLiteral(name)}, ${isUnique ? 'unique: true, ' : ''}fields: [${columns.map(stringLiteral).join(', ')}] }`,
  );
  return [`indexes: [${texts.join(', ')}]`];
}

function fieldText(field: PlannedField, { isKeyless }: PlannedClass): string {
  const { name, column, code, isKey } = field;
  const fallback = defaultCodeOf({ column, code, isKey: isKey && !isKeyless });
  const lines = [
    ...(field.mark ? [`@${field.mark}`] : []),
    ...(isKey ? ['@PrimaryKey'] : []),
    ...(isKey && column.isGenerated ? ['@AutoIncrement'] : []),
    ...(field.isUnique ? ['@Unique'] : []),
    ...(field.target ? [`@ForeignKey(() => ${field.target})`] : []),
    ...(fallback === undefined ? [] : [`@Default(${fallback})`]),
    ...(column.isNullable || isKey ? [] : ['@AllowNull(false)']),
    columnText(field),
    `declare ${name}: ${code.type}${column.isNullable && !isKey && code.type !== 'unknown' ? ' | null' : ''};`,
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

/** A column of `BaseDomain` with a decorator of its own. */
function inheritedText({ name, mark, code }: PlannedField): string {
  return `  @${mark}\n  declare ${name}: ${code.type};`;
}

type Settings = Readonly<Record<string, string>>;

function columnText({ name, column, code, rules = {} }: PlannedField): string {
  const renamed: Settings = snakeCase(name) === column.name ? {} : { field: column.name };
  const options = settingsText({ ...renamed, ...rules });
  if (options.length === 0) return `@Column(${code.dataType})`;
  return `@Column({ type: ${code.dataType}, ${options.join(', ')} })`;
}

function settingsText(settings: Settings): string[] {
  return Object.entries(settings).map(([key, value]) => `${key}: ${stringLiteral(value)}`);
}

function associationText({ kind, name, target, through, isNullable, options }: PlannedAssociation): string {
  const settings = settingsText(options);
  const via = through === undefined ? '' : ` through: () => ${through},`;
  const isMany = kind === 'HasMany' || kind === 'BelongsToMany';
  const type = isMany ? `${target}[]` : `Ref<${target}>${isNullable ? ' | null' : ''}`;
  return `  @${kind}(() => ${target}, {${via} ${settings.join(', ')} })\n  declare ${name}: ${type};`;
}

const FRAMEWORK_NAMES = ['AggregateRoot', 'BaseDomain', 'Searchable', 'WriteOnly'];
const ORM_NAMES =
  'AllowNull AutoIncrement BelongsTo BelongsToMany Column DataType Default ForeignKey HasMany HasOne Model PrimaryKey Table Unique'.split(
    ' ',
  );

/** The names of decorators and classes, and `literal`. */
const USED_NAMES = /(?<![\p{L}\p{N}_.])(?:[A-Z]\w*|literal(?=\())/gu;
const COMMENT = /^\/\*\*[^\n]*\n/;
/** The end is optional, so that a match takes linear time. */
const TEXTS = /'(?:[^'\\]|\\.)*'?/g;

function importsOf(text: string, planned: PlannedClass, classes: readonly PlannedClass[]): string {
  const used = new Set(text.replace(COMMENT, '').replace(TEXTS, '').match(USED_NAMES));
  const uses = (name: string) => used.has(name);
  const frameworkValues = FRAMEWORK_NAMES.filter(uses);
  const ref = /\bRef</.test(text);
  const framework = [...frameworkValues, ...(ref && frameworkValues.length > 0 ? ['type Ref'] : [])];
  const others = classes.filter(({ name }) => name !== planned.name && uses(name));
  return [
    ...(framework.length > 0 ? [`import { ${framework.join(', ')} } from 'koaggregate';`] : []),
    ...(ref && frameworkValues.length === 0 ? ["import type { Ref } from 'koaggregate';"] : []),
    ...(uses('literal') ? ["import { literal } from 'sequelize';"] : []),
    `import { ${ORM_NAMES.filter(uses).join(', ')} } from 'sequelize-typescript';`,
    ...others.map(({ name }) => `import { ${name} } from './${kebabCase(name)}';`),
    '',
  ].join('\n');
}
