import { wordsFor } from '../../naming';
import type { Operation } from '../operation/operation';

/** The words of a verb in documents. */
export interface VerbWords {
  /** One sentence without a full stop: `List the order items of an order`. */
  summary(operation: Operation): string;
  /** What the summary leaves out. */
  description(operation: Operation): string;
  responses(operation: Operation): ResponseTexts;
  /** The names of components that operations share; those of single children are not shared. */
  components?(operation: Operation): ComponentNames;
}

/** Descriptions of the responses with and without a body. */
export interface ResponseTexts {
  readonly content?: string;
  readonly empty?: string;
  /** For a 206, with a range of a large value. */
  readonly part?: string;
  /** For a 201, where an update creates a missing child. */
  readonly created?: string;
}

interface ComponentNames {
  readonly body?: string;
  /** Of the response with a body. */
  readonly content?: string;
  /** Of the response without a body; it is the same for all classes. */
  readonly empty?: string;
}

/** The class of an operation and the parent that it is below, as sentences use them. */
export function placeWords({ entity, collections }: Operation) {
  const owner = collections.at(-1)?.owner;
  return { ...wordsFor(entity.name), where: owner ? ` of ${wordsFor(owner.name).a}` : '' };
}

/** Whether the operation links rows to a parent, which exist without it. */
export function isLinking({ collections }: Operation): boolean {
  return collections.at(-1)?.kind === 'manyToMany';
}

/** The part of a summary that tells PATCH from PUT. */
export function patchWords({ method }: Operation): string {
  return method === 'PATCH' ? ', by merge patch' : '';
}
