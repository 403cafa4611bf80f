import { BadRequestException } from '../../core';
import { isPlainObject } from '../../foundation';
import type { StepOp } from '../operation/batch-steps';
import type { Operation } from '../operation/operation';
import { countElements } from '../payload/limit-elements';
import { tooManySteps } from '../verbs/batch';
import { STEP_OPS } from '../verbs/verbs';
import { malformedStep } from './step-error';
import type { ResolvedStep, StepPlace, StepTable } from './step-table';

/** A parsed step of a batch. */
export interface Step extends ResolvedStep {
  readonly index: number;
  /** The name of the created entity in the paths of later steps. */
  readonly localId?: string;
  readonly value: unknown;
}

const MEMBERS = ['op', 'path', 'local_id', 'value'];
const MAX_PATH_LENGTH = 2000;
const LOCAL_ID = /^[\w.-]{1,64}$/;

/**
 * Reads the steps of a batch and finds their routes.
 *
 * @throws BadRequestException for a malformed batch; HttpException with the index of a malformed step
 * @throws ContentTooLargeException for more than `maxItems` steps and nested elements
 */
export function readSteps(content: unknown, { input }: Operation, table: StepTable): readonly Step[] {
  const sentSteps = stepsIn(content);
  if (sentSteps.length > input.maxItems) throw tooManySteps(sentSteps.length, input.maxItems);
  const locals = new Map<string, StepPlace>();
  const steps = sentSteps.map((step, index) => readStep(step, index, table, locals));
  const items = steps.reduce((sum, { target, value }) => sum + 1 + countElements(target.operation.entity, value), 0);
  if (items > input.maxItems) throw tooManySteps(items, input.maxItems);
  return steps;
}

function stepsIn(content: unknown): readonly unknown[] {
  if (!isPlainObject(content) || !Array.isArray(content.steps) || content.steps.length === 0) {
    throw new BadRequestException('A batch is an object whose member "steps" is an array of at least one step.');
  }
  const other = Object.keys(content).find((name) => name !== 'steps');
  if (other !== undefined)
    throw new BadRequestException(`Unknown member ${JSON.stringify(other)}: a batch has "steps".`);
  return content.steps;
}

function readStep(step: unknown, index: number, table: StepTable, locals: Map<string, StepPlace>): Step {
  if (!isPlainObject(step)) throw malformedStep(index, 'A step is an object with "op" and "path".');
  const other = Object.keys(step).find((name) => !MEMBERS.includes(name));
  if (other !== undefined) {
    throw malformedStep(index, `Unknown member ${JSON.stringify(other)}. Known members: ${MEMBERS.join(', ')}.`);
  }
  const { op, path, local_id: localId, value } = step;
  if (!isOp(op)) throw malformedStep(index, `"op" is one of ${STEP_OPS.join(', ')}.`);
  if (typeof path !== 'string') {
    throw malformedStep(index, '"path" is a string, relative to the root: "order_items/3".');
  }
  if (path.length > MAX_PATH_LENGTH) throw malformedStep(index, `"path" has more than ${MAX_PATH_LENGTH} characters.`);
  const resolved = table.resolve(index, op, path, locals);
  checkValue(index, op, resolved, value);
  if (localId === undefined) return { ...resolved, index, value };
  const name = checkedLocalId(index, op, localId, value, locals);
  locals.set(name, resolved.place);
  return { ...resolved, index, value, localId: name };
}

function isOp(op: unknown): op is StepOp {
  return STEP_OPS.includes(op as StepOp);
}

function checkValue(index: number, op: StepOp, { target }: ResolvedStep, value: unknown): void {
  if (op === 'delete' && value !== undefined) throw malformedStep(index, 'A delete takes no "value".');
  if (target.operation.input.body === 'required' && value === undefined) {
    throw malformedStep(index, `"value" is missing: it is the body of the ${op}.`);
  }
}

function checkedLocalId(
  index: number,
  op: StepOp,
  localId: unknown,
  value: unknown,
  locals: ReadonlyMap<string, StepPlace>,
): string {
  if (op !== 'create' || Array.isArray(value)) {
    throw malformedStep(index, 'Only a "create" of one entity takes a "local_id".');
  }
  if (typeof localId !== 'string' || !LOCAL_ID.test(localId)) {
    throw malformedStep(index, 'A "local_id" has 1 to 64 letters, digits, "_", "-" and ".".');
  }
  if (locals.has(localId)) {
    throw malformedStep(index, `An earlier step already has the local_id ${JSON.stringify(localId)}.`);
  }
  return localId;
}
