import type { Op, Utils, WhereOperators } from 'sequelize';
import type { IsAny } from './attributes';

type Expression = Utils.Literal | Utils.Fn | Utils.Col;

/** A value, a list of values, or operators. JSON columns are not checked. */
type Compared<T> =
  IsAny<T> extends true
    ? unknown
    : [NonNullable<T>] extends [string | number | bigint | boolean | Date | Uint8Array]
      ? T | readonly T[] | WhereOperators<T> | Expression
      : unknown;

type Fields<A> = { readonly [K in keyof A]?: Compared<A[K]> } & {
  /** A path into a JSON column, or a field of an included association. */
  readonly [K in keyof A as `${K & string}.${string}` | `$${string}$`]?: unknown;
};

interface Combined<A> {
  readonly [Op.and]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
  readonly [Op.or]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
  readonly [Op.not]?: CriteriaOf<A> | readonly CriteriaOf<A>[];
}

/** `WhereOptions` that checks the names and types of fields. */
export type CriteriaOf<A> = (Fields<A> & Combined<A>) | Utils.Literal | Utils.Fn | Utils.Where | Utils.Json;
