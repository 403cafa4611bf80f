import type { Application, Request } from 'koaggregate';
import { pagesOf } from './pages';

/** `GET /`: links to the API and its documentation, by title. */
export class Home {
  constructor(private readonly application: Application) {}

  read({ originalPath }: Request): Record<string, string> {
    const prefix = originalPath.replace(/\/$/, '');
    const links = [{ title: 'Orders', path: '/orders' }, ...pagesOf(this.application)];
    return Object.fromEntries(links.map(({ title, path }) => [title, prefix + path]));
  }
}
