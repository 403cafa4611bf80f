import type { Application } from 'koaggregate';
import { pagesOf } from './pages';

/** One line a page that tells about the API: its title, and the address to open. */
export function printPages(application: Pick<Application, 'mountPath' | 'routes'>, address = ''): void {
  for (const { title, path } of pagesOf(application)) {
    console.log(`${title.padEnd(20)}${address}${application.mountPath}${path}`);
  }
}
