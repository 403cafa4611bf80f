import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Violation } from '../../values';
import type { WriteContext } from './changes-draft';
import { ChangesReader } from './changes-reader';
import { limitElements } from './limit-elements';
import { PayloadRules } from './payload-rules';

/**
 * Finds violations by queries; called only if the payload is rejected anyway.
 *
 * @param known the violations that have been found
 */
type FurtherViolations<T> = (invalid: T, known: readonly Violation[]) => Promise<readonly Violation[]>;

/**
 * Reads the payload of a create or update as changes by domain name, typed as the columns are.
 *
 * One error reports all violations of the payload and its nested children: unknown fields, fields that the server
 * sets, wrong types, missing values, constraints and the model's validators. In an update, constraints over several
 * fields are checked later against the stored entity: see `Changes.violationsOf`.
 *
 * @throws InvalidEntityError with all violations
 * @throws UnauthorizedException, ForbiddenException for the first part that the request may not write
 * @throws ContentTooLargeException for too many elements
 * @see Specification, "Generated CRUD routes": POST and PUT
 */
export async function readChanges(
  entity: EntityMetadata,
  content: unknown,
  context: WriteContext,
  further?: FurtherViolations<Changes>,
): Promise<Changes> {
  limitElements(entity, content, context);
  const rules = new PayloadRules();
  return checked(rules, new ChangesReader(context, rules).readAt([], entity, content), further);
}

/** @throws InvalidEntityError */
async function checked<T>(rules: PayloadRules, changes: T, further?: FurtherViolations<T>): Promise<T> {
  if (rules.hasModelChecks) await rules.checkModels();
  if (rules.violations.length === 0) return changes;
  if (further) rules.add(await further(changes, [...rules.violations]));
  rules.throwIfInvalid();
  return changes;
}

/**
 * {@link readChanges} for an array that replaces a collection.
 *
 * @returns changes of the parent
 * @throws InvalidEntityError with paths that begin with the collection
 */
export async function readReplacement(
  collection: CollectionMetadata,
  content: unknown,
  context: WriteContext,
  further?: FurtherViolations<Changes>,
): Promise<Changes> {
  limitElements(collection.target, content, context);
  const rules = new PayloadRules();
  return checked(rules, new ChangesReader(context, rules).readReplacement(collection, content), further);
}

/** {@link readChanges} without the model's validators, which are asynchronous. */
export function readChangesSync(entity: EntityMetadata, content: unknown, context: WriteContext): Changes {
  limitElements(entity, content, context);
  const rules = new PayloadRules();
  const changes = new ChangesReader(context, rules).readAt([], entity, content);
  rules.throwIfInvalid();
  return changes;
}

/**
 * {@link readChanges} for each element of an array.
 *
 * @throws InvalidEntityError with all violations of all elements; paths begin with the index of the element
 */
export async function readAllChanges(
  entity: EntityMetadata,
  contents: readonly unknown[],
  context: WriteContext,
  further?: FurtherViolations<readonly Changes[]>,
): Promise<readonly Changes[]> {
  limitElements(entity, context.isSingle ? contents[0] : contents, context);
  const rules = new PayloadRules();
  return checked(rules, new ChangesReader(context, rules).readAll(entity, contents), further);
}
