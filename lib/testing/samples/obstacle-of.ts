import type { EntityMetadata } from '../../metadata';
import { classifyDatabaseError, InvariantViolatedError, rowsOf } from '../../persistence';

/** Why the kit could not store an entity although nothing is wrong: samples that the class accepts would be needed. */
export interface Obstacle {
  readonly kind: 'invariant' | 'unique' | 'keys';
  /** The rule: `"has-room" of Ward: A ward has at least ten places.` */
  readonly detail: string;
}

/** Adds the obstacle to the error of a write, if there is one, where reports of test runners show it. */
export async function withObstacle(entity: EntityMetadata, error: unknown): Promise<unknown> {
  const obstacle = await obstacleOf(entity, error);
  return obstacle ? Object.assign(error as Error, { obstacle }) : error;
}

async function obstacleOf(entity: EntityMetadata, error: unknown): Promise<Obstacle | undefined> {
  if (error instanceof InvariantViolatedError) {
    const rules = error.violations.map(
      ({ root, invariant }) => `"${invariant.name}" of ${root.name}: ${invariant.message}`,
    );
    return { kind: 'invariant', detail: [...new Set(rules)].join(' ') };
  }
  if (await hasNoKeyLeft(entity)) return { kind: 'keys', detail: `${entity.primaryKey.name} of ${entity.name}` };
  const fault = classifyDatabaseError(error);
  if (fault?.kind !== 'unique') return undefined;
  return { kind: 'unique', detail: `${fault.fields.join(' and ')} of ${entity.name}` };
}

/** Whether the last row has the greatest key that the column can hold. */
async function hasNoKeyLeft(entity: EntityMetadata): Promise<boolean> {
  const { name, type, origin } = entity.primaryKey;
  if (type.kind !== 'integer' || origin !== 'generated') return false;
  const last = (await rowsOf(entity)).at(-1) as Readonly<Record<string, unknown>> | undefined;
  return last !== undefined && BigInt(String(last[name])) >= type.max;
}
