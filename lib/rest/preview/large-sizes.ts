import { createHash } from 'node:crypto';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type EntityKey, entityAt, type Place, type Retrieval, type Row, type WrittenRows } from '../../persistence';
import type { Access } from '../access/access';
import { largeValueFields } from '../access/large-fields';
import { readingField } from '../access/reading';
import { visibleFields } from '../selection/visible-fields';

/** The representation of a large value in a preview. */
interface LargeSize {
  /** In bytes. */
  readonly size: number;
  readonly media_type: string;
}

/** The large values of a row, by wire name. */
interface LargeValuesOfRow {
  readonly values: Readonly<Record<string, LargeSize | null>>;
  /** Digests of the bytes, for comparison. */
  readonly digests: ReadonlyMap<string, string>;
}

const NONE: LargeValuesOfRow = { values: {}, digests: new Map() };

/** The sizes and digests of the large values of written rows. */
export class LargeSizes {
  readonly #fields = new Map<EntityMetadata, readonly FieldMetadata[]>();

  constructor(
    private readonly retrieval: Retrieval,
    private readonly access: Access,
    private readonly written: WrittenRows,
  ) {}

  /** @param isMissingInOther whether the other state, before or after the write, lacks the row */
  async of(place: Place, row: Row, isMissingInOther: boolean): Promise<LargeValuesOfRow> {
    const entity = entityAt(place);
    if (entity.largeFields.length === 0) return NONE;
    const values: Record<string, LargeSize | null> = {};
    const digests = new Map<string, string>();
    for (const field of this.#readable(entity)) {
      if (!isMissingInOther && !this.written.hasField(entity.type, row.get(entity.primaryKey.name), field.name))
        continue;
      const value = await this.retrieval.largeValue(place, row.get(entity.key.name) as EntityKey, field);
      const { size } = value ?? {};
      values[field.wireName] = size === undefined ? null : { size, media_type: mediaTypeOf(field, value!.row) };
      if (size !== undefined && !isMissingInOther) digests.set(field.wireName, await digest(value!.read(0, size)));
    }
    return { values, digests };
  }

  #readable(entity: EntityMetadata): readonly FieldMetadata[] {
    const cached = this.#fields.get(entity);
    if (cached) return cached;
    const isPermitted = (field: FieldMetadata) =>
      this.access.permits(largeValueFields(entity, field).flatMap(readingField));
    const fields = visibleFields(entity).filter((field) => field.large && isPermitted(field));
    this.#fields.set(entity, fields);
    return fields;
  }
}

/** The media type in responses with the bytes. */
function mediaTypeOf({ large }: FieldMetadata, row: Row): string {
  const { mediaType, mediaTypeField } = large!;
  return String((mediaTypeField && row.get(mediaTypeField)) ?? mediaType);
}

async function digest(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('base64');
}
