import { camelCase, snakeCase, upperFirst } from '../../naming';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Names that a model's module has imported, beside those that are there everywhere. */
const IMPORTED = new Set([
  ...['AggregateRoot', 'BaseDomain', 'EntityId', 'EntityKey', 'Hidden', 'ReadOnly', 'Ref', 'Searchable'],
  ...['AllowNull', 'BelongsTo', 'Column', 'DataType', 'Default', 'ForeignKey', 'HasMany', 'Index', 'Table', 'Unique'],
]);

/**
 * The name of a domain class: `cart-item`, `cart_item` and `CartItem` are the same.
 *
 * @throws Error for what is no name, or stands for something else already
 */
export function domainClassName(written: string): string {
  if (!NAME.test(written)) throw new Error(`"${written}" is not a class name: use letters and digits, as in CartItem.`);
  const name = upperFirst(camelCase(snakeCase(written)));
  if (IMPORTED.has(name) || name in globalThis)
    throw new Error(`The class name "${name}" is taken by JavaScript or by an import: choose another name.`);
  return name;
}
