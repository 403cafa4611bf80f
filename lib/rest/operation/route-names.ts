import type { ActionMetadata, AggregateMetadata, CollectionPath } from '../../metadata';
import { camelCase, pluralize, singularize, snakeCase, upperFirst } from '../../naming';

export type Verb = 'create' | 'list' | 'read' | 'update' | 'delete';

/** The name of a generated method, by which it is overridden: `listOrders`, `createOrderOrderItem`. */
export function routeName(verb: Verb, aggregate: AggregateMetadata, path: CollectionPath): string {
  const words = wordsOf(aggregate, path);
  const last = words.pop()!;
  return verb + words.join('') + (verb === 'list' ? pluralize(last) : last);
}

/** The same for an action: `cancelOrder`, `cancelOrderOrderItem`. */
export function actionName({ name, path }: ActionMetadata, aggregate: AggregateMetadata): string {
  return camelCase(name) + wordsOf(aggregate, path).join('');
}

function wordsOf({ root }: AggregateMetadata, path: CollectionPath): string[] {
  return [root.name, ...path.map(({ property }) => upperFirst(singularize(property)))];
}

/** The path of a resource or sub-resource, and the names of its parent keys in order. */
export interface ResourcePath {
  /** `/orders/{order_id}/order_items` */
  readonly path: string;
  readonly parameters: readonly string[];
}

/** @see Specification, "Path shapes produced for nested collections" */
export function resourcePath({ resourceName }: AggregateMetadata, collections: CollectionPath): ResourcePath {
  const parameters: string[] = [];
  let path = `/${resourceName}`;
  let parent = resourceName;
  for (const { wireName } of collections) {
    const parameter = unused(`${singularize(snakeCase(parent))}_id`, parameters);
    parameters.push(parameter);
    path += `/{${parameter}}/${wireName}`;
    parent = wireName;
  }
  return { path, parameters };
}

/** Two levels may have names with the same singular. */
function unused(name: string, taken: readonly string[]): string {
  let candidate = name;
  for (let number = 2; taken.includes(candidate); number++) candidate = `${name}_${number}`;
  return candidate;
}
