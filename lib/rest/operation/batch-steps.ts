/** The `op` of a step in a batch. */
export type StepOp = 'create' | 'update' | 'delete' | 'action';

/** Undefined for an operation that no batch runs. */
export function stepOpOf({ step }: { readonly step?: StepOp }): StepOp | undefined {
  return step;
}
