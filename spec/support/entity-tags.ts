import type { ApiResponse } from './serve-shop';

/** The ETag of a response, as it was sent. */
export const tagOf = ({ headers }: ApiResponse): string => headers.get('ETag')!;

/** The version of the root that the ETag of a response contains. */
export const versionOf = (response: ApiResponse): number => Number(/^"(\d+)-/.exec(tagOf(response))![1]);
