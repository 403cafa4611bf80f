import type { Application } from '../../rest';
import { permissionsOf, unprotectedRoutes } from '../../security';
import type { Finding } from './finding';

/** Finds write routes without a permission in an application whose other routes have some. */
export async function checkRoutes(application: Application): Promise<readonly Finding[]> {
  const routes = await application.inspect();
  if (!routes.some((route) => permissionsOf(route).length > 0)) return [];
  return unprotectedRoutes(routes).map(({ method, path }) => ({
    code: 'WRITE_UNPROTECTED',
    level: 'warning',
    place: `${method} ${path}`,
    problem: 'The route writes without requiring a permission, although other routes require one.',
    remedy: 'Mark its class, collection or action @Secure, or @Public if it is meant to be open.',
  }));
}
