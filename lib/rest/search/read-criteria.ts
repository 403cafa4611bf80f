import type { Comparison, Criteria, SearchStep } from '../../persistence';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { quoted, refusal } from '../refusal';
import { type BracketOperator, operatorOf } from './operators';
import type { SearchNames, SearchTarget } from './search-names';

export type Query = Readonly<Record<string, readonly string[]>>;

/** Values of one query, each of which is a condition; the elements of `in` are not counted. */
const MAX_VALUES = 100;

const PARAMETER = /^([^[\]]+)(?:\[([^[\]]+)\])?$/;

/** Without the operator in brackets; empty for what is written as no parameter. */
export function fieldNameOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[1] ?? '';
}

/** The operator in brackets; empty for equality. */
export function bracketOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[2] ?? '';
}

/** Of one condition. */
export interface Asked {
  readonly target: SearchTarget;
  readonly operator: BracketOperator['operator'];
  readonly values: readonly unknown[];
}

export interface ReadCriteria {
  /** Undefined when nothing is asked. */
  readonly criteria?: Criteria;
  /** Parameters that lead to no searchable field. */
  readonly unknown: readonly string[];
}

/**
 * Reads search parameters of a query: AND between names, a repeated name is OR of its values. What is asked of the
 * entities of one collection is asked of the same one.
 *
 * @throws BadRequestException for an unknown operator, a wrong value, or too many
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function readCriteria(
  query: Query,
  parameters: readonly string[],
  names: SearchNames,
  access: Access,
): ReadCriteria {
  const asked = new Map<string, Asked>();
  const unknown: string[] = [];
  let count = 0;
  for (const parameter of parameters) {
    const target = names.resolve(fieldNameOf(parameter));
    if (target) access.demand(readingThrough(target.steps, target.field), `The parameter ${quoted(parameter)}`);
    if (target) count += ask(asked, target, parameter, query[parameter]!);
    else unknown.push(parameter);
    if (count > MAX_VALUES) throw refusal(parameter, `A query has at most ${MAX_VALUES} values: use [in] for a list.`);
  }
  return { criteria: asked.size > 0 ? criteriaOf(asked.values()) : undefined, unknown };
}

/**
 * With and without the prefix it is the same name.
 *
 * @returns how many values were added
 */
function ask(asked: Map<string, Asked>, target: SearchTarget, parameter: string, texts: readonly string[]): number {
  const bracket = bracketOf(parameter);
  const { operator, read } = operatorOf(parameter, bracket);
  const key = `${[...target.steps, target.field].map(({ wireName }) => wireName).join('.')}[${bracket}]`;
  const values = texts.flatMap((text) => read(parameter, target.field, text));
  asked.set(key, { target, operator, values: [...(asked.get(key)?.values ?? []), ...values] });
  return texts.length;
}

interface Draft extends Criteria {
  readonly comparisons: Comparison[];
  readonly related: Map<SearchStep, Draft>;
}

/** Those that ask of the entities of one collection ask of the same one. */
export function criteriaOf(asked: Iterable<Asked>): Criteria {
  const root = emptyDraft();
  for (const { target, operator, values } of asked) {
    target.steps.reduce(below, root).comparisons.push({ field: target.field, operator, values });
  }
  return root;
}

function below({ related }: Draft, step: SearchStep): Draft {
  const draft = related.get(step) ?? emptyDraft();
  related.set(step, draft);
  return draft;
}

function emptyDraft(): Draft {
  return { comparisons: [], related: new Map() };
}
