import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Violation } from '../../values';
import type { Write } from './changes-draft';
import { ChangesReader } from './changes-reader';
import { limitElements } from './limit-elements';
import { PayloadRules } from './payload-rules';

/**
 * Turns the content of a create or update into changes by domain name, typed as the columns are.
 *
 * Nothing is dropped in silence: unknown fields, fields that the server sets, wrong types, missing values, and what
 * constraints and the model's validators refuse of the whole payload, nested children included, are violations of one
 * error. Rules over several fields wait in an update for the stored entity: see `Changes.violationsOf`.
 *
 * @param more what is refused besides, asked only of changes that are refused already
 * @throws InvalidEntityError with all violations
 * @throws UnauthorizedException, ForbiddenException for the first part that the request may not write
 * @throws ContentTooLargeException for more elements than the ceiling allows
 * @see Specification, "Generated CRUD routes": POST and PUT
 */
export async function readChanges(
  entity: EntityMetadata,
  content: unknown,
  write: Write,
  more?: (refused: Changes) => Promise<readonly Violation[]>,
): Promise<Changes> {
  limitElements(entity, content, write);
  const rules = new PayloadRules();
  const changes = new ChangesReader(write, rules).readAt([], entity, content);
  if (rules.hasQuestions) await rules.askModels();
  if (more && rules.violations.length > 0) rules.add(await more(changes));
  rules.finish();
  return changes;
}

/**
 * {@link readChanges} for an array that is all that a collection has then: changes of the parent.
 *
 * @throws InvalidEntityError with paths that begin with the collection
 */
export async function readReplacement(
  collection: CollectionMetadata,
  content: unknown,
  write: Write,
): Promise<Changes> {
  limitElements(collection.target, content, write);
  const rules = new PayloadRules();
  const changes = new ChangesReader(write, rules).readReplacement(collection, content);
  if (rules.hasQuestions) await rules.askModels();
  rules.finish();
  return changes;
}

/** {@link readChanges} without the model's validators. */
export function readChangesAlone(entity: EntityMetadata, content: unknown, write: Write): Changes {
  limitElements(entity, content, write);
  const rules = new PayloadRules();
  const changes = new ChangesReader(write, rules).readAt([], entity, content);
  rules.finish();
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
  write: Write,
): Promise<Changes[]> {
  limitElements(entity, write.isSingle ? contents[0] : contents, write);
  const rules = new PayloadRules();
  const changes = new ChangesReader(write, rules).readAll(entity, contents);
  if (rules.hasQuestions) await rules.askModels();
  rules.finish();
  return changes;
}
