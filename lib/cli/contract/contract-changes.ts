import { type Change, Changes } from './change';
import type { Contract, ContractDocument } from './contract-file';
import { OperationChanges } from './operation-changes';

/** Lists the changes from one contract to another, breaking ones first. */
export function contractChanges(before: Contract, now: Contract): readonly Change[] {
  const changes = new Changes();
  const names = new Set([...Object.keys(before.applications), ...Object.keys(now.applications)]);
  for (const name of names) {
    compareDocuments(before.applications[name] ?? {}, now.applications[name] ?? {}, changes);
  }
  return changes.all;
}

type Operation = Readonly<Record<string, unknown>>;

function compareDocuments(before: ContractDocument, now: ContractDocument, changes: Changes): void {
  const [known, current] = [operationsOf(before), operationsOf(now)];
  const compare = new OperationChanges(before, now, changes);
  for (const [shape, { place, operation }] of known) {
    const same = current.get(shape);
    if (same) compare.operation(place, operation, same.operation);
    else changes.note({ class: 'breaking', place, part: '', what: 'is removed' });
  }
  for (const [shape, { place }] of current) {
    if (!known.has(shape)) changes.note({ class: 'additive', place, part: '', what: 'is new' });
  }
}

interface Placed {
  readonly place: string;
  readonly operation: Operation;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The operations by method and path; the names of path parameters do not matter. */
function operationsOf({ paths = {} }: ContractDocument): ReadonlyMap<string, Placed> {
  const operations = new Map<string, Placed>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [name, operation] of Object.entries(item)) {
      if (!METHODS.has(name)) continue;
      const method = name.toUpperCase();
      const shape = path.split('/').map((segment) => (segment.startsWith('{') ? '{}' : segment));
      operations.set(`${method} ${shape.join('/')}`, { place: `${method} ${path}`, operation: operation as Operation });
    }
  }
  return operations;
}
