import { nearestName, snakeCase } from '../naming';
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

/**
 * For a name that no member has: the field whose column has it, or the member with a similar name, as the end of a message.
 *
 * @returns an empty text if no name is similar
 */
export function meantMember({ description }: VerifiedClass, name: string): string {
  const { fields, collections, references, computed, byColumn } = description;
  const ofColumn = byColumn?.get(name);
  if (ofColumn !== undefined && ofColumn !== name) return ` (${name} is the column of the field ${ofColumn}.)`;
  const associations = [...collections, ...references].map(({ property }) => property);
  return didYouMean(name, [...fields.map((field) => field.name), ...associations, ...computed]);
}

/** ` (Did you mean orderItems?)`, for `order_items` and for `orderItem`; empty if no name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const sameWords = known.find((other) => snakeCase(other) === snakeCase(name));
  const meant = sameWords ?? nearestName(name, known);
  return meant === undefined || meant === name ? '' : ` (Did you mean ${meant}?)`;
}
