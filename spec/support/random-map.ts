import type { DomainMap, MapAggregate, MapAssociation, MapEntity } from '../../lib/map/domain-map';
import { type Below, numbersFrom } from './seed';

/** A map with `size` aggregates of up to three children each, references between them, and two self-associations. */
export function randomMap(size: number, seed: number): DomainMap {
  const below = numbersFrom(seed);
  const associations: MapAssociation[] = [];
  const aggregates = Array.from({ length: size }, (_, index): MapAggregate => {
    const root = entity(`Root${index}`, true, below);
    const entities: [MapEntity, ...MapEntity[]] = [root];
    for (let child = below(4); child > 0; child--) {
      const target = entity(`Child${index}x${child}`, false, below);
      associations.push(line(entities[below(entities.length)]!, target, `children_${child}`, true));
      entities.push(target);
    }
    return { name: root.name, path: `/${root.name}`, entities };
  });
  const all = aggregates.flatMap(({ entities }) => entities);
  for (let index = 0; index < size * 0.6; index++) {
    associations.push(line(aggregates[below(size)]!.entities[0], all[below(all.length)]!, `reference_${index}`, false));
  }
  const [first] = all;
  associations.push(line(first!, first!, 'parts', false), line(first!, first!, 'successors', false));
  return { name: 'random', aggregates, associations, otherOperations: [] };
}

function entity(name: string, isRoot: boolean, below: Below): MapEntity {
  const fields = Array.from({ length: 1 + below(10) }, (_, index) => ({
    name: `field_${'abcdefgh'.slice(0, 1 + below(8))}_${index}`,
    type: ['integer', 'text(20)', 'decimal(10, 2)', 'date-time'][below(4)]!,
    marks: below(2) ? (['required', 'searchable'] as const) : [],
  }));
  const operations = ['create', 'list', 'read', 'update', 'delete'].map((label) => ({
    label,
    method: 'GET',
    path: `/${name}`,
    permissions: below(3) ? [] : [`edit_${name}`],
  }));
  return { name, isRoot, fields, invariants: [], resources: [{ path: `/${name}`, operations }] };
}

function line(from: MapEntity, to: MapEntity, fromName: string, isContained: boolean): MapAssociation {
  return { from, to, fromName, fromCardinality: 'optional', toCardinality: 'many', isContained };
}
