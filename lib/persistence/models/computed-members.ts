import type { ModelAttributeColumnOptions } from 'sequelize';
import type { ComputedDeclaration, ComputedDescription, DomainClass } from '../../metadata';
import type { FieldType } from '../../values';
import { type ColumnType, columnTypeOf, isVirtual, lengthOf } from '../sequelize/data-types';
import { gettersOf, settersOf } from '../sequelize/model-class';
import { accessorOf } from './accessors';
import { modelOf } from './domain-model';
import { fieldTypeOf } from './field-types';

/** Describes a computed member, which is a virtual column or an accessor; undefined for other members. */
export function describeComputedMember(
  type: DomainClass,
  name: string,
  { type: optionType, declaredType }: ComputedDeclaration = {},
): ComputedDescription | undefined {
  const model = modelOf(type);
  const column = model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
  const fieldType = optionType === undefined ? inferredType(column, declaredType) : fieldTypeFrom(optionType);
  if (!column) {
    const accessor = accessorOf(model.prototype as object, name)?.property;
    if (!accessor) return undefined;
    const accessors = { hasGetter: accessor.get !== undefined, hasSetter: accessor.set !== undefined };
    return { type: fieldType, ...accessors, isNullable: true, hasDefault: false };
  }
  if (!isVirtual(column)) return undefined;
  const hasGetter = Object.hasOwn(gettersOf(model), name);
  return {
    type: fieldType,
    from: columnTypeOf(column).fields,
    hasGetter,
    // A virtual column without accessors stores assigned values for hooks.
    hasSetter: Object.hasOwn(settersOf(model), name) || !hasGetter,
    isNullable: column.allowNull !== false,
    hasDefault: column.defaultValue !== undefined && column.defaultValue !== null,
  };
}

function inferredType(column: ModelAttributeColumnOptions | undefined, declaredType: unknown): FieldType | undefined {
  return fieldTypeFrom(column && columnTypeOf(column).returnType) ?? fieldTypeFrom(declaredType);
}

const MAX_TEXT_BYTES = 4_294_967_295;
const MILLISECONDS = 3;

const JAVASCRIPT_TYPES = new Map<unknown, FieldType>([
  [String, { kind: 'text', maxBytes: MAX_TEXT_BYTES }],
  [Number, { kind: 'float', isSingle: false, isUnsigned: false }],
  [Boolean, { kind: 'boolean' }],
  [Date, { kind: 'datetime', precision: MILLISECONDS }],
  [BigInt, { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n }],
]);

/** The field type of a JavaScript class, or of a data type of Sequelize, called or not. */
function fieldTypeFrom(declared: unknown): FieldType | undefined {
  const javascriptType = JAVASCRIPT_TYPES.get(declared);
  if (javascriptType) return javascriptType;
  const type = (isTypeClass(declared) ? new declared() : declared) as ColumnType | undefined;
  if (typeof type?.key !== 'string') return undefined;
  // The value is not stored, so that types which not every database has are allowed.
  if (type.key === 'ARRAY' || type.key === 'JSONB') return { kind: 'json' };
  const isPlainDate = type.key === 'DATE' && !lengthOf(type);
  return isPlainDate ? { kind: 'datetime', precision: MILLISECONDS } : fieldTypeOf(type);
}

function isTypeClass(declared: unknown): declared is new () => unknown {
  return typeof declared === 'function' && typeof (declared as { readonly key?: unknown }).key === 'string';
}
