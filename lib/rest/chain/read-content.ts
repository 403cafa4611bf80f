import type { Access } from '../access/access';
import type { WriteKind } from '../access/writable';
import { MERGE_PATCH } from '../operation/merge-patch-type';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { WriteContext } from '../payload/changes-draft';
import { isTable, isTextFormat } from '../payload/from-text';
import { typedContent, typedRows } from '../payload/typed-content';

/** The payload of a write; values of a text format, such as CSV or a form, are converted to the types of their columns. */
export function contentOf({ entity, collections }: Operation, request: RequestParts): unknown {
  const content = request.getContent();
  if (!isTextFormat(request.contentType)) return content;
  return isTable(request.contentType)
    ? typedRows(entity, content, collections.at(-1))
    : typedContent(entity, content, collections.at(-1));
}

/** Whether the body is a merge patch, which is merged into JSON columns. */
export function isMergePatch({ contentType }: RequestParts): boolean {
  return contentType === MERGE_PATCH;
}

/** The rules by which the payloads of an operation are read. */
export function writeOf(
  { aggregate, collections, input }: Operation,
  kind: WriteKind,
  access: Access,
  more: Pick<WriteContext, 'ids' | 'isSingle' | 'isMergePatch'>,
): WriteContext {
  return { kind, root: aggregate.root, collections, maxItems: input.maxItems, access, ...more };
}
