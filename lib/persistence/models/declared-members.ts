import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DeclaredAssociation } from '../sequelize/associations';
import {
  getAssociations,
  getAttributes,
  MEMBER_KEYS,
  setAssociations,
  setAttributes,
} from '../sequelize/class-metadata';
import type { DomainModel } from './domain-model';

/** A column as declared by its decorators; without a type if it could not be inferred. */
export type DeclaredColumn = Partial<ModelAttributeColumnOptions> & {
  /** Whether the `onDelete` of a plain model may be a default of Sequelize. */
  readonly hasDefaultRule?: boolean;
};

/** The columns and associations that sequelize-typescript's decorators declared on a class. */
export interface DeclaredMembers {
  readonly columns: Readonly<Record<string, DeclaredColumn>>;
  readonly associations: readonly DeclaredAssociation[];
}

export function declaredMembers({ prototype }: DomainModel): DeclaredMembers {
  return { columns: getAttributes(prototype) ?? {}, associations: getAssociations(prototype) ?? [] };
}

/** The name of an association: its property, or the option `as`. */
export function aliasOf(association: DeclaredAssociation): string {
  const alias = association.getAs();
  return typeof alias === 'object' ? alias.plural : String(alias);
}

/** Replaces the declared members of classes while the work runs. */
export function withMembers<T>(replacements: ReadonlyMap<DomainModel, DeclaredMembers>, work: () => T): T {
  const original = [...replacements.keys()].flatMap(({ prototype }) =>
    MEMBER_KEYS.map((key) => ({ prototype, key, value: Reflect.getOwnMetadata(key, prototype) as unknown })),
  );
  for (const [{ prototype }, { columns, associations }] of replacements) {
    setAttributes(prototype, columns);
    setAssociations(prototype, [...associations]);
  }
  try {
    return work();
  } finally {
    for (const { prototype, key, value } of original) {
      if (value === undefined) Reflect.deleteMetadata(key, prototype);
      else Reflect.defineMetadata(key, value, prototype);
    }
  }
}
