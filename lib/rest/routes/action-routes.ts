import type { RouteDefinition } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { withholding } from '../access/withheld';
import type { BulkSection, SearchSection } from '../aggregate-configuration';
import { actionHandler } from '../chain/action-handler';
import { Endpoint, KEY_PARAMETER } from '../chain/endpoint';
import { withoutReadParameters } from '../chain/without-read-parameters';
import type { Operation } from '../operation/operation';
import { routeAttributes } from '../operation/route-attributes';
import { actionName } from '../operation/route-names';

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
    const operation: Operation = { verb: 'act', aggregate, path: action.path, entity: endpoint.entity, action };
    return {
      method: 'PUT',
      path: `${endpoint.path}/{${KEY_PARAMETER}}/${action.name}`,
      name: actionName(action, aggregate),
      body: 'optional',
      attributes: routeAttributes(operation, 'PUT'),
      handle: withoutReadParameters(endpoint, withholding(store.registry, operation, actionHandler(endpoint, action))),
    };
  });
}
