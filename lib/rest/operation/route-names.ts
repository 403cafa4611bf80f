import type {
  ActionMetadata,
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  FieldMetadata,
} from '../../metadata';
import { camelCase, pluralize, singularize, upperFirst } from '../../naming';

export type Verb = 'create' | 'list' | 'read' | 'update' | 'replace' | 'delete' | 'restore';

interface NamedVerb {
  readonly verb: string;
  /** Whether the name ends in a plural. */
  readonly isOfAll?: boolean;
}

/** The name of a generated method: `listOrders`, `createOrderOrderItem`, `replaceOrderOrderItems`. */
export function routeName({ verb, isOfAll }: NamedVerb, aggregate: AggregateMetadata, path: CollectionPath): string {
  const words = wordsOf(aggregate, path);
  if (isOfAll) words[path.length] = pluralWordOf(aggregate, path.at(-1));
  return verb + words.join('');
}

/** The name of a collection is a plural already, as a rule: `portsOfCall`. */
function pluralWordOf({ root }: AggregateMetadata, collection?: CollectionMetadata): string {
  if (!collection) return pluralize(root.name);
  const { property } = collection;
  return upperFirst(singularize(property) === property ? pluralize(property) : property);
}

/** The verbs of operations on the bytes of a large value. */
export type LargeVerb = 'readLarge' | 'updateLarge' | 'deleteLarge';

/** The name of a method for a large value: `readOrderPhoto`, `updateOrderOrderItemPhoto`. */
export function largeName(
  { verb }: NamedVerb,
  aggregate: AggregateMetadata,
  path: CollectionPath,
  { name }: FieldMetadata,
): string {
  return verb.replace('Large', '') + wordsOf(aggregate, path).join('') + upperFirst(name);
}

/** The name of an action's method: `cancelOrder`, `cancelOrderOrderItem`. */
export function actionName({ name, path }: ActionMetadata, aggregate: AggregateMetadata): string {
  return camelCase(name) + wordsOf(aggregate, path).join('');
}

function wordsOf({ root }: AggregateMetadata, path: CollectionPath): string[] {
  const wordOf = ({ property, kind }: CollectionMetadata) => (kind === 'oneToOne' ? property : singularize(property));
  return [root.name, ...path.map((step) => upperFirst(wordOf(step)))];
}
