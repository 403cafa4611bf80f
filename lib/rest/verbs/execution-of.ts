import type { Domain } from '../chain/domain';
import { isAboutSingle, type Operation } from '../operation/operation';
import { act } from './act';
import { create } from './create';
import { remove, removeSingle } from './delete';
import { list } from './list';
import { read, readSingle } from './read';
import { readLarge } from './read-large';
import { replace } from './replace';
import { restore } from './restore';
import { saveOne, update } from './update';
import type { Execution, Verb } from './verb';
import { deleteLarge, updateLarge } from './write-large';

const VERBS: Readonly<Record<Exclude<Operation['verb'], 'batch'>, Verb>> = {
  create,
  list,
  read,
  update,
  replace,
  delete: remove,
  restore,
  act,
  readLarge,
  updateLarge,
  deleteLarge,
};

/** The verbs that differ for the single child of a parent. */
const SINGLE_VERBS: Partial<Record<Operation['verb'], Verb>> = {
  read: readSingle,
  update: saveOne,
  delete: removeSingle,
};

/** @param batch the verb of batches, which need more than the domain */
export function executionOf(operation: Operation, domain: Domain, batch?: Verb): Execution {
  const { verb } = operation;
  const own = verb === 'batch' ? batch! : VERBS[verb];
  return ((isAboutSingle(operation) && SINGLE_VERBS[verb]) || own)(operation, domain);
}
