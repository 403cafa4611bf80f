import type { LOCK } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { keyLookup } from '../reads/key-lookup';
import type { EntityKey } from '../reads/place';
import type { Scopes } from '../reads/scopes';
import { selectEntities } from '../reads/select-entities';
import type { Selection } from '../reads/selection';

interface Asking {
  readonly scopes?: Scopes;
  readonly ignoresDefaultScope?: boolean;
  readonly lock?: LOCK | false;
}

/** Those of the values that rows of a class have, as text. Locking reads the latest rows, not those of the transaction's snapshot. */
export async function keysAmong(
  entity: EntityMetadata,
  field: string,
  values: readonly EntityKey[],
  options: Asking = {},
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const where = { [field]: [...values] };
  const rows = await selectEntities(entity, where, { lock: true, selection: keysOf(entity, field), ...options });
  const stored = new Set(rows.map((row) => String(row.get(field))));
  const column = { model: modelOf(entity.type), field };
  const keyOf = await keyLookup({ from: column, to: column }, values, stored);
  return new Set(values.filter((value) => stored.has(keyOf(value))).map(String));
}

export function distinctKeys(keys: readonly unknown[]): EntityKey[] {
  const present = keys.filter((key) => key !== undefined && key !== null) as EntityKey[];
  return [...new Map(present.map((key) => [String(key), key])).values()];
}

function keysOf(entity: EntityMetadata, field: string): Selection {
  return { entity, fields: [entity.fields.get(field)!], references: new Map(), collections: new Map() };
}
