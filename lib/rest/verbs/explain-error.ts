import type { Domain } from '../chain/domain';
import { violationStarts, withoutUnreadableValues } from '../chain/hide-unreadable-values';
import { contentOf } from '../chain/read-content';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { inPayloadOrder } from '../payload/in-payload-order';
import type { Caller } from './call';
import { goneInstead } from './gone-response';
import { definitionOf } from './verbs';

/** Turns an error of an operation into the one that the sender of the request may see. */
export type Explain = (error: unknown, request: RequestParts, caller: Caller) => Promise<unknown>;

/**
 * Lists violations in the order of the payload, says that an entity was deleted where `deletes.gone` asks for that, and
 * leaves out values that the request may not read.
 */
export function explainerOf(operation: Operation, { rights, registry }: Domain): Explain {
  const { input } = operation;
  const { takes, isOfDeleted } = definitionOf(operation);
  const isOrdered = input.body !== 'none' && takes !== 'steps';
  const mayBeGone = input.respondsGone && !isOfDeleted;
  const starts = rights.isSecured ? violationStarts(operation) : undefined;
  return async (error, request, caller) => {
    const content = () => (takes === 'arguments' ? request.getContent() : contentOf(operation, request));
    const ordered = isOrdered ? inPayloadOrder(error, content) : error;
    const explained = (mayBeGone && (await goneInstead(ordered, operation, request, caller))) || ordered;
    return starts ? withoutUnreadableValues(explained, registry, starts, caller.access) : explained;
  };
}
