import type { ApiResponse } from './serve-shop';

/** The fields of the errors in a 422 response. */
export const errorFieldsOf = ({ body }: ApiResponse): string[] =>
  body.field_errors.map(({ field }: { field: string }) => field);

/** The messages of the errors in a 422 response, by field. */
export const errorMessagesOf = ({ body }: ApiResponse): Record<string, string> =>
  Object.fromEntries(body.field_errors.map(({ field, message }: Record<string, string>) => [field, message]));

/** The targets of the header `Link`, by relation. */
export function linksOf({ headers }: ApiResponse): Record<string, string> {
  const links = [...(headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, target, relation]) => [relation, target]));
}
