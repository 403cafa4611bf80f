import type { OptionalPackage } from '../foundation';
import type { DocumentKind } from './document-kind';

/** A page that an optional package draws. It is served only where that package is installed. */
export interface OptionalPage {
  /** Below `/api/<name>`: `map`. */
  readonly path: string;
  /** The npm package: `@dagrejs/dagre`. */
  readonly packageName: string;
  /** @param hasReference  whether the API reference is served, so that the page can link to it */
  kinds(installed: OptionalPackage, hasReference: boolean): readonly DocumentKind[];
}
