import type { Field } from '../model/field';
import type { Related } from '../model/new-model';

/** The lines of a class member, and the imports that they need. */
export interface Member {
  readonly lines: readonly string[];
  readonly uses: readonly (readonly [module: string, ...names: string[]])[];
}

const FRAMEWORK = 'koaggregate';
const ORM = 'sequelize-typescript';

/** The column of a field. */
export function fieldMember(field: Field, memberType: string): Member {
  const marks = [
    ...(field.isKey ? ['EntityKey'] : []),
    ...(field.isSearchable ? ['Searchable'] : []),
    ...(field.isHidden ? ['Hidden'] : []),
    ...(field.isReadOnly ? ['ReadOnly'] : []),
  ];
  const rules = [
    ...(field.isUnique ? ['Unique'] : field.isSearchable ? ['Index'] : []),
    ...(field.default !== undefined ? [`Default(${field.default})`] : []),
    ...(field.isRequired ? ['AllowNull(false)'] : []),
  ];
  const optional = field.isRequired || memberType === 'unknown' ? memberType : `${memberType} | null`;
  return {
    lines: [
      ...[...marks, ...rules, `Column(${field.type.column})`].map((decorator) => `@${decorator}`),
      `declare ${field.name}: ${optional};`,
    ],
    uses: [
      [FRAMEWORK, ...marks],
      [ORM, 'Column', 'DataType', ...rules.map((rule) => rule.replace(/\(.*/, ''))],
    ],
  };
}

/** The foreign key column of an association. */
export function foreignKeyMember({ className, module, member }: Related, isRequired: boolean): Member {
  return {
    lines: [
      `@ForeignKey(() => ${className})`,
      ...(isRequired ? ['@AllowNull(false)'] : []),
      '@Column(DataType.BIGINT)',
      `declare ${member}Id: EntityId${isRequired ? '' : ' | null'};`,
    ],
    uses: [
      [FRAMEWORK, 'type EntityId'],
      [ORM, ...(isRequired ? ['AllowNull'] : []), 'Column', 'DataType', 'ForeignKey'],
      [module, className],
    ],
  };
}

/** The to-one association of a foreign key. */
export function referenceMember({ className, module, member }: Related): Member {
  return {
    lines: [`@BelongsTo(() => ${className})`, `declare ${member}: Ref<${className}>;`],
    uses: [
      [FRAMEWORK, 'type Ref'],
      [ORM, 'BelongsTo'],
      [module, className],
    ],
  };
}

export function collectionMember({ className, module, member }: Related): Member {
  return {
    lines: [`@HasMany(() => ${className})`, `declare ${member}: ${className}[];`],
    uses: [
      [ORM, 'HasMany'],
      [module, className],
    ],
  };
}
