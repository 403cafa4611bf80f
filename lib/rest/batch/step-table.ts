import { type HttpException, NotFoundException, parseTemplate, type RouteDefinition } from '../../core';
import { type StepOp, stepOpOf } from '../operation/batch-steps';
import { type Operation, operationOf } from '../operation/operation';
import { atStep, malformedStep } from './step-error';

/** The route of a step: one of the aggregate, overridden or not. */
export interface StepTarget {
  readonly operation: Operation;
  readonly route: RouteDefinition;
  /** The names of the keys in its path, that of the root first. */
  readonly parameters: readonly string[];
}

/** A place in the paths of an aggregate. */
export interface StepPlace {
  readonly literals: Map<string, StepPlace>;
  /** The rest of the path behind a key. */
  key?: StepPlace;
  readonly targets: Map<StepOp, StepTarget>;
}

/** A key in the path of a step: as it is sent, or that of what an earlier step creates. */
export type StepKey = { readonly raw: string } | { readonly localId: string };

export interface ResolvedStep {
  readonly target: StepTarget;
  readonly place: StepPlace;
  /** Below the root. */
  readonly keys: readonly StepKey[];
}

const LOCAL_ID = /^\{([^{}]*)\}$/;

/** The routes of an aggregate that a batch may carry out, by paths that are relative to its root. */
export class StepTable {
  readonly #root: StepPlace = newPlace();

  constructor(routes: readonly RouteDefinition[], steps: readonly Operation[]) {
    const known = new Set(steps);
    for (const route of routes) {
      const operation = operationOf(route);
      if (operation && known.has(operation)) this.#add(route, operation);
    }
  }

  #add(route: RouteDefinition, operation: Operation): void {
    const segments = parseTemplate(operation.path);
    const parameters = segments.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []));
    let place = this.#root;
    for (const segment of segments.slice(2)) {
      if ('parameter' in segment) {
        place.key ??= newPlace();
        place = place.key;
      } else {
        const below = place.literals.get(segment.literal) ?? newPlace();
        place.literals.set(segment.literal, below);
        place = below;
      }
    }
    place.targets.set(stepOpOf(operation)!, { operation, route, parameters });
  }

  /**
   * @param locals where earlier steps create what their local ids name
   * @throws HttpException for a path that leads nowhere, and for local ids that are not of its places
   */
  resolve(index: number, op: StepOp, path: string, locals: ReadonlyMap<string, StepPlace>): ResolvedStep {
    const keys: StepKey[] = [];
    let place: StepPlace | undefined = this.#root;
    for (const segment of path === '' ? [] : path.split('/')) {
      const literal: StepPlace | undefined = place.literals.get(segment);
      if (!literal && place.key) keys.push(keyIn(index, segment, place, locals));
      place = literal ?? place.key;
      if (!place) throw unknownStep(index, op, path);
    }
    const target = place.targets.get(op);
    if (!target) throw unknownStep(index, op, path);
    return { target, place, keys };
  }
}

function newPlace(): StepPlace {
  return { literals: new Map(), targets: new Map() };
}

function keyIn(index: number, segment: string, place: StepPlace, locals: ReadonlyMap<string, StepPlace>): StepKey {
  const localId = LOCAL_ID.exec(segment)?.[1];
  if (localId === undefined) return { raw: checkedKey(index, segment) };
  const created = locals.get(localId);
  if (!created) throw malformedStep(index, `No earlier step has the local_id ${JSON.stringify(localId)}.`);
  // The same key may be that of another class.
  if (created !== place) {
    throw malformedStep(index, `What has the local_id ${JSON.stringify(localId)} is created in another collection.`);
  }
  return { localId };
}

function checkedKey(index: number, raw: string): string {
  if (raw === '') throw malformedStep(index, 'The path has an empty key.');
  if (raw.includes(',')) throw malformedStep(index, 'A step takes one key: write a step for each.');
  try {
    decodeURIComponent(raw);
  } catch {
    throw malformedStep(index, 'The path is not well percent-encoded.');
  }
  return raw;
}

function unknownStep(index: number, op: StepOp, path: string): HttpException {
  return atStep(index, new NotFoundException(`There is no ${op} at ${JSON.stringify(path)} in this aggregate.`));
}
