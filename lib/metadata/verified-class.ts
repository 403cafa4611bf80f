import type { Declarations } from './declarations';
import { MetadataError, type MetadataErrorCode } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';
import type { EntityDescription } from './types/entities';
import type { FieldDescription } from './types/fields';

/** A class whose declarations are being verified, and the list that its mistakes are added to. */
export interface VerifiedClass {
  readonly type: DomainClass;
  readonly declared: Declarations;
  readonly description: EntityDescription;
  readonly mistakes: ModelMistakes;
  /** The names of its computed fields, which have no column. */
  readonly computed: ReadonlySet<string>;
}

export function addMistake(
  { type, mistakes }: VerifiedClass,
  code: MetadataErrorCode,
  member: string,
  ...facts: string[]
): void {
  mistakes.add(new MetadataError(code, type.name, member, ...facts));
}

/** The decorated members, without those whose mistakes are reported already. */
export function marksOf<M>({ type, mistakes }: VerifiedClass, marks: ReadonlyMap<string, M>): [string, M][] {
  return [...marks].filter(([member]) => !mistakes.isLeftOut(type, member));
}

export function fieldOf({ description: { fields } }: VerifiedClass, name: string): FieldDescription | undefined {
  return fields.find((field) => field.name === name);
}
