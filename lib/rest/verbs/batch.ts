import { ONE, type VerbDefinition } from './verb-definition';

/** PATCH with steps: `batchVerb` runs them, with the routes of the aggregate. */
export const batch: VerbDefinition = {
  verb: 'batch',
  methods: ['PATCH'],
  requires: 'PUT',
  keys: 'one',
  body: 'required',
  preferences: ['preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  requestShapes: ONE,
  status: 200,
  emptyStatus: 204,
  headers: ['Preference-Applied'],
  responseShapes: ONE,
};
