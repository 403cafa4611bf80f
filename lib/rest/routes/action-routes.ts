import type { RouteDefinition } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import type { EntityStore } from '../../persistence';
import type { BulkSection } from '../bulk-section';
import type { SearchSection } from '../search/search-section';
import { Endpoint, KEY_PARAMETER } from './endpoint';
import { actionHandler } from './handlers/action-handler';
import { actionName } from './route-names';

/**
 * The routes of an aggregate's actions: PUT, on the root or below it. The exposure of neither takes them away.
 *
 * @see Specification, "Action routes"
 */
export function actionRoutes(
  store: EntityStore,
  aggregate: AggregateMetadata,
  bulk: BulkSection,
  search: SearchSection,
): RouteDefinition[] {
  return aggregate.actions.map((action) => {
    const endpoint = new Endpoint(store, aggregate, action.path, bulk, search);
    return {
      method: 'PUT',
      path: `${endpoint.path}/{${KEY_PARAMETER}}/${action.name}`,
      name: actionName(action, aggregate),
      body: 'optional',
      handle: actionHandler(endpoint, action),
    };
  });
}
