import type { ModelAttributeColumnOptions } from 'sequelize';
import type { ComputedDeclaration, ComputedDescription, DomainClass } from '../../metadata';
import type { FieldType } from '../../values';
import { modelOf } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';

/** The parts of a virtual column that Sequelize keeps without declaring them. */
interface VirtualType extends ColumnType {
  readonly returnType?: ColumnType;
  readonly fields?: readonly string[];
}

type Accessors = Readonly<Record<string, unknown>>;

interface CustomPrototype {
  readonly _customGetters: Accessors;
  readonly _customSetters: Accessors;
}

/** A member without a column: a virtual column, or an accessor; undefined for any other. */
export function describeComputedMember(
  type: DomainClass,
  name: string,
  { type: given, declaredType }: ComputedDeclaration = {},
): ComputedDescription | undefined {
  const model = modelOf(type);
  const column = model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
  const told = fieldTypeFrom(given) ?? (given === undefined ? typeOf(column, declaredType) : undefined);
  if (!column) {
    const accessor = accessorOf(model.prototype as object, name);
    if (!accessor) return undefined;
    const ends = { hasGetter: accessor.get !== undefined, hasSetter: accessor.set !== undefined };
    return { type: told, ...ends, isNullable: true, hasDefault: false };
  }
  if (!isVirtual(column)) return undefined;
  const { _customGetters: getters, _customSetters: setters } = model.prototype as unknown as CustomPrototype;
  const hasGetter = Object.hasOwn(getters, name);
  return {
    type: told,
    from: (column.type as unknown as VirtualType).fields,
    hasGetter,
    // Without code of its own, it holds what it is given, for hooks to read.
    hasSetter: Object.hasOwn(setters, name) || !hasGetter,
    isNullable: column.allowNull !== false,
    hasDefault: column.defaultValue !== undefined && column.defaultValue !== null,
  };
}

export function isVirtual({ type }: ModelAttributeColumnOptions): boolean {
  return (type as unknown as ColumnType).key === 'VIRTUAL';
}

function accessorOf(prototype: object | null, name: string): PropertyDescriptor | undefined {
  if (prototype === null || prototype === Object.prototype) return undefined;
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property) return accessorOf(Object.getPrototypeOf(prototype), name);
  return property.get || property.set ? property : undefined;
}

function typeOf(column: ModelAttributeColumnOptions | undefined, declaredType: unknown): FieldType | undefined {
  const returned = (column?.type as unknown as VirtualType | undefined)?.returnType;
  return fieldTypeFrom(returned) ?? fieldTypeFrom(declaredType);
}

const LONGEST_TEXT = 4_294_967_295;
const MILLISECONDS = 3;

const OF_JAVASCRIPT = new Map<unknown, FieldType>([
  [String, { kind: 'text', maxBytes: LONGEST_TEXT }],
  [Number, { kind: 'float', isSingle: false, isUnsigned: false }],
  [Boolean, { kind: 'boolean' }],
  [Date, { kind: 'datetime', precision: MILLISECONDS }],
  [BigInt, { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n }],
]);

/** Of a class of JavaScript's own, or of a data type of Sequelize, called or not. */
function fieldTypeFrom(given: unknown): FieldType | undefined {
  const known = OF_JAVASCRIPT.get(given);
  if (known) return known;
  const type = (isTypeClass(given) ? new given() : given) as ColumnType | undefined;
  if (typeof type?.key !== 'string') return undefined;
  // Nothing stores it, so that it need not be a type of the database.
  if (type.key === 'ARRAY' || type.key === 'JSONB') return { kind: 'json' };
  const isPlainDate = type.key === 'DATE' && !type._length;
  return isPlainDate ? { kind: 'datetime', precision: MILLISECONDS } : fieldTypeOf(type);
}

function isTypeClass(given: unknown): given is new () => unknown {
  return typeof given === 'function' && typeof (given as { readonly key?: unknown }).key === 'string';
}
