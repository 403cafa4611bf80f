import type { Op, Utils, WhereOperators } from 'sequelize';
import type { IsAny } from './attributes';

type Expression = Utils.Literal | Utils.Fn | Utils.Col;

/** A value, any of several, or operators. A JSON column is compared with whatever its paths hold. */
type Compared<T> =
  IsAny<T> extends true
    ? unknown
    : [NonNullable<T>] extends [string | number | bigint | boolean | Date | Uint8Array]
      ? T | readonly T[] | WhereOperators<T> | Expression
      : unknown;

type Fields<A> = { readonly [K in keyof A]?: Compared<A[K]> } & {
  /** A path into a JSON column, or a field of an association that the query includes. */
  readonly [K in keyof A as `${K & string}.${string}` | `$${string}$`]?: unknown;
};

interface Combined<A> {
  readonly [Op.and]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
  readonly [Op.or]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
  readonly [Op.not]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
}

/** Criteria on fields by their own names and types: Sequelize's `WhereOptions`, which takes any value for any field, made strict. */
export type CriteriaOf<A> = (Fields<A> & Combined<A>) | Utils.Literal | Utils.Fn | Utils.Where | Utils.Json;
