import { type Application, operationOf } from '../../rest';
import { permissionsOf, requiresReadingAlone, unprotectedRoutes } from '../../security';
import { inAuthorsWords } from './author-words';
import type { Finding } from './finding';

/** Finds write routes without a permission in an application whose other routes have some. */
export async function checkRoutes(application: Application): Promise<readonly Finding[]> {
  const routes = await application.inspect();
  if (!routes.some((route) => permissionsOf(route).length > 0)) return [];
  return unprotectedRoutes(routes).map((route) =>
    inAuthorsWords(operationOf(route)?.aggregate.root, {
      code: 'WRITE_UNPROTECTED',
      level: 'warning',
      place: `${route.method} ${route.path}`,
      problem: requiresReadingAlone(route)
        ? 'The route writes and requires only the permissions for reading.'
        : 'The route writes without requiring a permission, although other routes require one.',
      remedy: 'Mark its class, collection or action @Secure, or @Public if it is meant to be open.',
    }),
  );
}
