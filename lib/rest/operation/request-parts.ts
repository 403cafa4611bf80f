import type { Request } from '../../core';

/** The parts of a request that operations read: of an HTTP request, or of a step of a batch. */
export interface RequestParts
  extends Pick<
    Request,
    | 'method'
    | 'originalPath'
    | 'headers'
    | 'query'
    | 'pathParameters'
    | 'rawPathParameters'
    | 'contentType'
    | 'getContent'
  > {
  /** Whether `If-Match` was compared before, for the whole batch that the request is a step of. */
  readonly isConditionMet?: boolean;
}
