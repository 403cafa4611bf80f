import type { ColumnShape, TableShape } from '../../persistence';
import type { FieldCode } from './field-code';
import type { ForeignKeyRules } from './foreign-key-rules';

/** A field that is a column. */
export interface PlannedField {
  readonly name: string;
  readonly column: ColumnShape;
  readonly code: FieldCode;
  readonly isKey: boolean;
  readonly isUnique: boolean;
  /** The decorator that says who may read the field, or search by it. */
  readonly mark?: 'Searchable' | 'WriteOnly';
  /** The class that its foreign key refers to. */
  target?: string;
  /** The rules of its foreign key, where its associations cannot have them. */
  rules?: ForeignKeyRules;
}

/** A field that is an association. */
export interface PlannedAssociation {
  readonly kind: 'BelongsTo' | 'HasMany' | 'HasOne' | 'BelongsToMany';
  readonly name: string;
  readonly target: string;
  readonly through?: string;
  readonly isNullable: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/** A class to generate, and its table. */
export interface PlannedClass {
  readonly name: string;
  /** The name that associations and paths are made of; it differs from that of the class if that one was taken. */
  readonly rowName: string;
  readonly table: TableShape;
  readonly fields: readonly PlannedField[];
  readonly associations: PlannedAssociation[];
  /** The names of its members. */
  readonly taken: Set<string>;
  readonly isJoin: boolean;
  /** Whether no path can name its rows, which are only listed: a view, or a table with a key of several columns. */
  readonly isKeyless: boolean;
  isRoot: boolean;
  /** Why it is a root, or a child. */
  reason?: string;
  /** The classes that have a collection of it, the one that its reason names first. */
  readonly owners: string[];
  /** The field with the time of a soft delete. */
  deletedAt?: PlannedField;
}
