import { createHash } from 'node:crypto';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type EntityKey, entityAt, type Place, type Retrieval, type Row, type WrittenRows } from '../../persistence';
import type { Access } from '../access/access';
import { largeValueFields } from '../access/large-fields';
import { readingField } from '../access/reading';
import { visibleFields } from '../selection/visible-fields';

/** Shown in place of a large value. */
interface LargeSize {
  /** In bytes. */
  readonly size: number;
  readonly media_type: string;
}

/** Shown in place of the large values of a row, by wire name. */
interface LargeShown {
  readonly values: Readonly<Record<string, LargeSize | null>>;
  readonly marks: ReadonlyMap<string, string>;
}

const NONE: LargeShown = { values: {}, marks: new Map() };

/** The large values of rows that were written: their sizes, and what tells them apart. */
export class LargeSizes {
  readonly #fields = new Map<EntityMetadata, readonly FieldMetadata[]>();

  constructor(
    private readonly retrieval: Retrieval,
    private readonly access: Access,
    private readonly written: WrittenRows,
  ) {}

  /** @param isGone whether the row is not there in the other state */
  async of(place: Place, row: Row, isGone: boolean): Promise<LargeShown> {
    const entity = entityAt(place);
    if (entity.largeFields.length === 0) return NONE;
    const values: Record<string, LargeSize | null> = {};
    const marks = new Map<string, string>();
    for (const field of this.#readable(entity)) {
      if (!isGone && !this.written.hasField(entity.type, row.get(entity.primaryKey.name), field.name)) continue;
      const value = await this.retrieval.largeValue(place, row.get(entity.key.name) as EntityKey, field);
      const { size } = value ?? {};
      values[field.wireName] = size === undefined ? null : { size, media_type: mediaTypeOf(field, value!.row) };
      if (size !== undefined && !isGone) marks.set(field.wireName, await digest(value!.read(0, size)));
    }
    return { values, marks };
  }

  #readable(entity: EntityMetadata): readonly FieldMetadata[] {
    const isPermitted = (field: FieldMetadata) =>
      this.access.permits(largeValueFields(entity, field).flatMap(readingField));
    const known =
      this.#fields.get(entity) ??
      visibleFields(entity)
        .filter(({ large }) => large)
        .filter(isPermitted);
    this.#fields.set(entity, known);
    return known;
  }
}

/** As responses with its bytes have it. */
function mediaTypeOf({ large }: FieldMetadata, row: Row): string {
  const { mediaType, mediaTypeField } = large!;
  return String((mediaTypeField && row.get(mediaTypeField)) ?? mediaType);
}

async function digest(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('base64');
}
