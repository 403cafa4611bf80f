import type { OptionalPage } from '../apidocs';
import type { Dagre } from './dagre';
import { mapKinds } from './map-kinds';

/** The map of the domain, laid out by dagre. */
export const MAP_PAGE: OptionalPage = {
  path: 'map',
  packageName: '@dagrejs/dagre',
  kinds: (dagre, hasReference) => mapKinds(dagre.load() as Dagre, hasReference),
};
