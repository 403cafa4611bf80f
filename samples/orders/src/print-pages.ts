import type { Application } from 'koaggregate';
import { pagesOf } from './pages';

/** Prints the titles and addresses of the documentation pages. */
export function printPages(application: Pick<Application, 'mountPath' | 'routes'>, address = ''): void {
  for (const { title, path } of pagesOf(application)) {
    console.log(`${title.padEnd(20)}${address}${application.mountPath}${path}`);
  }
}
