import type { Answer } from './serve-shop';

/** The ETag of a response, as it was sent. */
export const tagOf = ({ headers }: Answer): string => headers.get('ETag')!;

/** The version of the root that the ETag of a response contains. */
export const versionOf = (answer: Answer): number => Number(/^"(\d+)-/.exec(tagOf(answer))![1]);
