import type { Declarations } from './declarations';
import { MetadataError, type MetadataErrorCode } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass, EntityDescription, FieldDescription } from './types';

/** One class with what it says of itself, and where its mistakes go. */
export interface Case {
  readonly type: DomainClass;
  readonly declared: Declarations;
  readonly description: EntityDescription;
  readonly mistakes: ModelMistakes;
  /** Members without a column that are fields all the same. */
  readonly computed: ReadonlySet<string>;
}

export function note({ type, mistakes }: Case, code: MetadataErrorCode, member: string, ...facts: string[]): void {
  mistakes.add(new MetadataError(code, type.name, member, ...facts));
}

/** The marks on members; nothing more is said of those that were left out. */
export function marksOf<M>({ type, mistakes }: Case, marks: ReadonlyMap<string, M>): [string, M][] {
  return [...marks].filter(([member]) => !mistakes.isLeftOut(type, member));
}

export function fieldOf({ description: { fields } }: Case, name: string): FieldDescription | undefined {
  return fields.find((field) => field.name === name);
}
