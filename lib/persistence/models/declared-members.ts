import type { ModelAttributeColumnOptions } from 'sequelize';
import { getAssociations, getAttributes, setAssociations, setAttributes } from 'sequelize-typescript';
import type { DomainModel } from './domain-model';

/** An association as its decorator declares it. */
export type DeclaredAssociation = NonNullable<ReturnType<typeof getAssociations>>[number];

/** A column as its decorators declare it; without a type where they could not tell it. */
export type DeclaredColumn = Partial<ModelAttributeColumnOptions>;

/** The declarations of sequelize-typescript's decorators on the members of a class. */
export interface DeclaredMembers {
  readonly columns: Readonly<Record<string, DeclaredColumn>>;
  readonly associations: readonly DeclaredAssociation[];
}

export function declaredMembers({ prototype }: DomainModel): DeclaredMembers {
  return { columns: getAttributes(prototype) ?? {}, associations: getAssociations(prototype) ?? [] };
}

/** The name that an association has in its class: the property, unless its option `as` says another. */
export function aliasOf(association: DeclaredAssociation): string {
  const alias = association.getAs();
  return typeof alias === 'object' ? alias.plural : String(alias);
}

const KEYS = ['sequelize:attributes', 'sequelize:associations'] as const;

/** Lets classes have other members while the work runs; afterwards they declare what they did before. */
export function withMembers<T>(given: ReadonlyMap<DomainModel, DeclaredMembers>, work: () => T): T {
  const kept = [...given.keys()].flatMap(({ prototype }) =>
    KEYS.map((key) => ({ prototype, key, value: Reflect.getOwnMetadata(key, prototype) as unknown })),
  );
  for (const [{ prototype }, { columns, associations }] of given) {
    setAttributes(prototype, columns);
    setAssociations(prototype, [...associations]);
  }
  try {
    return work();
  } finally {
    for (const { prototype, key, value } of kept) {
      if (value === undefined) Reflect.deleteMetadata(key, prototype);
      else Reflect.defineMetadata(key, value, prototype);
    }
  }
}
