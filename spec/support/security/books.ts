import {
  type ApplicationClass,
  ApplicationContext,
  Application as CoreApplication,
  type Principal,
  type Request,
} from '../../../lib/core';
import { Authorizer, Security, SecurityConfiguration, type SecurityOptions } from '../../../lib/security';
import { SECRET_HASH } from './credentials';

/** The called methods; cleared by each spec. */
export const called: string[] = [];
/** The principal that a filter saw in the last request, before and after the chain. */
export const inFilter: (Principal | undefined)[] = [];

export class Books {
  list() {
    called.push('list');
    return { books: [] };
  }
  create(request: Request) {
    called.push('create');
    return request.getContent();
  }
  remove() {
    called.push('remove');
    return { removed: true };
  }
  me({ principal }: Request) {
    const seen = ApplicationContext.instance()?.principal;
    return { name: principal?.name, roles: principal?.roles, isSame: seen === principal };
  }
}

const users = Object.fromEntries(
  ['librarian', 'reader', 'nobody'].map((name) => [name, { passwordHash: SECRET_HASH, roles: [name] }]),
);
const roles = { librarian: ['books.create', 'books.remove', 'books.list'], reader: ['books.remove'] };
/** The section `security`: three users of one role each. */
export const BASIC = { basic: { realm: 'books' }, users, roles };

/** An application of the core layer. */
export type BooksApplication = CoreApplication<SecurityConfiguration>;

/** An application with the routes and plugins of a spec. */
export function books(
  define: (application: BooksApplication) => void = () => undefined,
  options?: SecurityOptions,
): ApplicationClass {
  return class extends CoreApplication<SecurityConfiguration> {
    static override readonly Configuration = SecurityConfiguration;

    override registerPlugins() {
      this.registerPlugin(new Security(options));
    }
    override addFilters() {
      this.addFilter({
        async doFilter(request, response, chain) {
          inFilter.splice(0, inFilter.length, request.principal);
          await chain.doFilter(request, response);
          inFilter.push(request.principal);
        },
      });
    }
    override defineRoutes() {
      const resource = this.resource(Books);
      resource.builder('/books').action('GET', 'list');
      resource.builder('/me').action('GET', 'me');
      resource.builder('/health').action('GET', 'list');
      resource.builder('/health/deep').action('GET', 'list');
      resource.builder('/open').action('POST', 'create').attribute(Authorizer.PUBLIC, true);
      define(this);
    }
  };
}

/** Routes that require permissions. */
export const secured = (application: BooksApplication) => {
  const resource = application.resource(Books);
  const needing = (path: string, permissions: string) =>
    resource.builder(path).attribute(Authorizer.PERMISSIONS, permissions);
  needing('/secured', 'books.create').action('POST', 'create').action('PATCH', 'create');
  needing('/secured/{id}', 'books.list, books.remove').action('GET', 'list').action('DELETE', 'remove');
  needing('/account', Authorizer.AUTHENTICATED).action('GET', 'me');
};
