import { type HttpException, NotFoundException, parseTemplate, type RouteDefinition } from '../../core';
import { type StepOp, stepOpOf } from '../operation/batch-steps';
import { type Operation, operationOf } from '../operation/operation';
import type { NotingRun } from '../verbs/run-of';
import { atStep, malformedStep } from './step-error';

/** The route of a step, overridden or not. */
export interface StepTarget {
  readonly operation: Operation;
  readonly route: RouteDefinition;
  /** The names of the path parameters, that of the root first. */
  readonly parameters: readonly string[];
  /** Runs the generated operation. */
  readonly run: NotingRun;
}

/** A node in the tree of paths of an aggregate. */
export interface StepPlace {
  readonly literals: Map<string, StepPlace>;
  /** The node behind a key. */
  key?: StepPlace;
  readonly targets: Map<StepOp, StepTarget>;
}

/** A key in the path of a step: as sent, or that of an entity created by an earlier step. */
export type StepKey = { readonly raw: string } | { readonly localId: string };

export interface ResolvedStep {
  readonly target: StepTarget;
  readonly place: StepPlace;
  /** The keys below the root. */
  readonly keys: readonly StepKey[];
}

const LOCAL_ID = /^\{([^{}]*)\}$/;

/** The routes that steps of a batch may use, by paths relative to the root. */
export class StepTable {
  readonly #root: StepPlace = newPlace();

  constructor(
    routes: readonly RouteDefinition[],
    steps: readonly Operation[],
    private readonly runOf: (operation: Operation) => NotingRun,
  ) {
    const operations = new Set(steps);
    for (const route of routes) {
      const operation = operationOf(route);
      if (operation && operations.has(operation)) this.#add(route, operation);
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
    place.targets.set(stepOpOf(operation)!, { operation, route, parameters, run: this.runOf(operation) });
  }

  /**
   * Finds the route of a step.
   *
   * @param locals the places of the entities that earlier steps create, by local id
   * @throws HttpException for an unknown path, and for an unknown local id or one of another collection
   */
  resolve(index: number, op: StepOp, path: string, locals: ReadonlyMap<string, StepPlace>): ResolvedStep {
    const keys: StepKey[] = [];
    let place: StepPlace | undefined = this.#root;
    for (const segment of path === '' ? [] : path.split('/')) {
      const literal: StepPlace | undefined = place.literals.get(segment);
      if (!literal && place.key) keys.push(readStepKey(index, segment, place, locals));
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

function readStepKey(
  index: number,
  segment: string,
  place: StepPlace,
  locals: ReadonlyMap<string, StepPlace>,
): StepKey {
  const localId = LOCAL_ID.exec(segment)?.[1];
  if (localId === undefined) return { raw: checkedKey(index, segment) };
  const created = locals.get(localId);
  if (!created) throw malformedStep(index, `No earlier step has the local_id ${JSON.stringify(localId)}.`);
  // Another collection may have an entity with the same key.
  if (created !== place) {
    throw malformedStep(index, `The local_id ${JSON.stringify(localId)} belongs to an entity of another collection.`);
  }
  return { localId };
}

function checkedKey(index: number, raw: string): string {
  if (raw === '') throw malformedStep(index, 'The path has an empty key.');
  if (raw.includes(',')) throw malformedStep(index, 'A step takes one key: write a step for each.');
  try {
    decodeURIComponent(raw);
  } catch {
    throw malformedStep(index, 'The path is not valid percent-encoding.');
  }
  return raw;
}

function unknownStep(index: number, op: StepOp, path: string): HttpException {
  return atStep(index, new NotFoundException(`No ${op} is available at ${JSON.stringify(path)} in this aggregate.`));
}
