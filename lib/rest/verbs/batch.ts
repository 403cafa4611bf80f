import { ContentTooLargeException, type ItemShape } from '../../core';
import { ONE, type VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

const STEPS: ItemShape = { members: new Map([['steps', { elements: {} }]]) };

/** PATCH with steps: `batchVerb` runs them, with the routes of the aggregate. */
export const batch: VerbDefinition = {
  verb: 'batch',
  methods: ['PATCH'],
  requires: 'PUT',
  keys: 'one',
  body: 'required',
  takes: 'steps',
  preferences: ['preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  gives: 'results',
  status: 200,
  emptyStatus: 204,
  headers: ['Preference-Applied'],
  responseShapes: ONE,
  items: { shape: STEPS, tooMany: tooManySteps },
  words: {
    summary: (operation) => `Change ${placeWords(operation).a} in several steps`,
    description: () => 'All steps succeed, or none. Each step requires the permissions of its own route.',
    responses: () => ({ content: 'The result of each step.', empty: 'All steps succeeded, with `return=minimal`.' }),
  },
};

export function tooManySteps(count: number, most: number): ContentTooLargeException {
  return new ContentTooLargeException(
    `The batch has ${count} steps and nested elements: send at most ${most} at once.`,
  );
}
