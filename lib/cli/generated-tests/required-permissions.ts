import type { Operation } from '../../rest';
import { permissionsIn } from '../../security';
import { literal } from './generated-test';

export function requiredPermissions(...operations: readonly Operation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ permissions }) => permissionsIn(permissions)))];
}

/**
 * The code that expects a request to be rejected without credentials, and without any one of the permissions.
 *
 * @param request  the code of the request, for the code of the client that sends it
 */
export function rejectionCode(permissions: readonly string[], request: (client: string) => string): string {
  return `const before = await app.rows();

expect(await ${request('app.request')}).toBeProblem(401);
for (const missing of ${literal(permissions)}) {
  expect(await ${request('clientWithout(missing)')}).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`;
}
