import { camelCase, snakeCase, upperFirst } from '../../naming';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Names that the module of a model imports. */
const IMPORTED = new Set([
  ...['AggregateRoot', 'BaseDomain', 'EntityId', 'EntityKey', 'Hidden', 'ReadOnly', 'Ref', 'Searchable'],
  ...['AllowNull', 'BelongsTo', 'Column', 'DataType', 'Default', 'ForeignKey', 'HasMany', 'Index', 'Table', 'Unique'],
]);

/**
 * The name of a domain class, from any spelling: `CartItem` for `cart-item`, `cart_item` and `CartItem`.
 *
 * @throws Error for invalid or taken names
 */
export function domainClassName(written: string): string {
  if (!NAME.test(written)) throw new Error(`"${written}" is not a class name: use letters and digits, as in CartItem.`);
  const name = upperFirst(camelCase(snakeCase(written)));
  if (IMPORTED.has(name) || name in globalThis)
    throw new Error(`The class name "${name}" is taken by JavaScript or by an import: choose another name.`);
  return name;
}
