import type { Association, BelongsToMany } from 'sequelize';
import type { getAssociations } from 'sequelize-typescript';
import type { DomainModel } from './model-class';

/** An association with members that Sequelize's types do not declare. */
export type KnownAssociation = Association & {
  readonly foreignKey: string;
  readonly otherKey?: string;
  readonly sourceKey?: string;
  readonly targetKey?: string;
  readonly scope?: object;
  readonly options: {
    readonly name: { readonly singular: string; readonly plural: string };
    readonly constraints?: boolean;
    readonly onDelete?: string;
    readonly onUpdate?: string;
    readonly useHooks?: boolean;
  };
};

/** A many-to-many association. */
export type ManyToManyAssociation = BelongsToMany & {
  readonly targetKey: string;
  readonly through: { readonly model: DomainModel; readonly scope?: Scope };
  /** The association from a row of the join table to the row of the target. */
  readonly oneFromTarget: Association;
};

type Scope = Readonly<Record<string, string | number | boolean | null>>;

export function isManyToMany(association: Association): association is ManyToManyAssociation {
  return association.associationType === 'BelongsToMany';
}

/** The join table of a many-to-many association. */
export function joinTableOf(association: Association): DomainModel | undefined {
  return isManyToMany(association) ? association.through.model : undefined;
}

/** Whether an included association is the join table that Sequelize reads with another one. */
export function isJoinTableIncluded(include: object): boolean {
  return (include as { readonly _pseudo?: boolean })._pseudo === true;
}

/** An association as declared by its decorator. */
export type DeclaredAssociation = NonNullable<ReturnType<typeof getAssociations>>[number];

/** The options of the decorator. */
export interface DeclaredOptions {
  readonly foreignKey?: DeclaredKey;
  readonly otherKey?: DeclaredKey;
  readonly through?: JoinTable | { readonly model: JoinTable };
}

export type DeclaredKey = string | { readonly name?: string };
type JoinTable = string | (() => DomainModel);

export function declaredOptionsOf(association: DeclaredAssociation): DeclaredOptions {
  return (association as DeclaredAssociation & { readonly options: DeclaredOptions }).options;
}

/** The members of a declared association that are read. */
interface Declaration
  extends Record<'getAssociation' | 'getAs' | 'getAssociatedClass' | 'getSequelizeOptions', unknown> {
  readonly options: DeclaredOptions;
}

export function declaredAssociation(declaration: Declaration): DeclaredAssociation {
  return declaration as unknown as DeclaredAssociation;
}
