import type { AggregateMetadata, EntityMetadata, FieldMetadata } from '../../../lib/metadata';
import { snakeCase } from '../../../lib/naming';
import type { DomainModel } from '../../../lib/persistence/models/domain-model';
import { storedName } from '../../../lib/persistence/models/domain-model';
import type { Served } from '../serve-shop';
import { ANY, type RandomRow, type RandomTable } from './random-table';

/** What was compared. */
export interface Tally {
  roots: number;
  lists: number;
  rows: number;
  values: number;
}

/** Reads the lists of all roots and of their collections, and compares them with the rows of the tables. */
export class ListComparison {
  readonly tally: Tally = { roots: 0, lists: 0, rows: 0, values: 0 };
  readonly differences: string[] = [];

  constructor(
    private readonly served: Served,
    private readonly tables: readonly RandomTable[],
  ) {}

  async compare(): Promise<void> {
    for (const aggregate of this.served.application.registry!.aggregates) {
      this.tally.roots += 1;
      await this.#compareRoot(aggregate);
    }
  }

  async #compareRoot({ root, resourceName, paths }: AggregateMetadata): Promise<void> {
    const place = `/${encodeURIComponent(resourceName)}`;
    const elements = await this.#list(place);
    const { rows } = this.#tableOf(root);
    this.#compareRows(place, root, elements, rows);
    for (const [collection, ...others] of paths) {
      if (others.length > 0 || collection!.kind === 'oneToOne' || !isListed(root.key)) continue;
      const { target, kind, foreignKey, wireName } = collection!;
      const found: object[] = [];
      for (const element of elements) {
        const key = encodeURIComponent(String(element[snakeCase(root.key.name)]));
        found.push(...(await this.#list(`${place}/${key}/${encodeURIComponent(wireName)}`)));
      }
      if (kind !== 'oneToMany') continue;
      const column = columnOf(target, foreignKey!);
      const children = this.#tableOf(target).rows.filter(({ values }) => values[column] !== null);
      this.#compareRows(`${place}/…/${wireName}`, target, found as never, children);
    }
  }

  async #list(path: string): Promise<Readonly<Record<string, unknown>>[]> {
    const { status, body } = await this.served.request('GET', path);
    this.tally.lists += 1;
    if (status === 200) return body;
    this.differences.push(`${path}: ${status} ${JSON.stringify(body)}`);
    return [];
  }

  #tableOf({ type }: EntityMetadata): RandomTable {
    const name = storedName(type as unknown as DomainModel);
    return this.tables.find((table) => table.name === name)!;
  }

  #compareRows(
    place: string,
    entity: EntityMetadata,
    elements: readonly Readonly<Record<string, unknown>>[],
    all: readonly RandomRow[],
  ): void {
    const deletion = [...entity.fields.values()].find(({ origin }) => origin === 'deletedAt');
    const rows = all.filter(({ values }) => !deletion || values[columnOf(entity, deletion.name)] === null);
    this.tally.rows += rows.length;
    const fields = [...entity.fields.values()].filter(isListed);
    const shown = (value: unknown) => JSON.stringify(value);
    const known = fields.filter(({ name }) => rows.every(({ values }) => values[columnOf(entity, name)] !== ANY));
    this.tally.values += known.length * rows.length;
    const expected = rows.map(({ values }) => shown(known.map(({ name }) => values[columnOf(entity, name)])));
    const actual = elements.map((element) => shown(known.map(({ wireName }) => element[wireName])));
    if (shown(expected.sort()) !== shown(actual.sort()))
      this.differences.push(
        `${place} (${known.map(({ wireName, type }) => `${wireName} ${type.kind}`).join(', ')}): expected ${expected.join('; ')}, found ${actual.join('; ')}`,
      );
  }
}

/** Lists do not have large values, nor the version, which is the entity tag. */
function isListed({ access, large, origin }: FieldMetadata): boolean {
  return access !== 'hidden' && access !== 'writeOnly' && !large && origin !== 'version';
}

function columnOf({ type }: EntityMetadata, field: string): string {
  return (type as unknown as DomainModel).getAttributes()[field]!.field!;
}
