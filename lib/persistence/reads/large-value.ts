import { literal, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Driver, DriverRow } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { LargeValueChangedError } from '../errors';
import { type DomainModel, modelOf } from '../models/domain-model';
import { queryGeneratorOf } from '../sequelize/query-interface';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { codeOnReads } from './code-run-on-reads';
import { whereKeyIn } from './membership-criteria';
import { verifySingle } from './pick-by-keys';
import { collectionAt, type EntityKey, entityAt, type Place } from './place';
import { inScopes, whereAt } from './place-criteria';
import type { RowSource } from './plan-rows';
import { type Row, SelectedRow } from './row';
import { attributesOf, columnsOf } from './row-statement';
import { entitiesWithKeys } from './select-entities';
import { selectSql } from './select-sql';

/** A text or a BLOB that is read in chunks. */
export interface LargeValue {
  /** The key, the version, the time of creation and the media type, which are read with it. */
  readonly row: Row;
  /** In bytes; undefined for null. */
  readonly size: number | undefined;
  /**
   * Reads the bytes from `from` up to, but not including, `to`. All belong to the same version of the row.
   *
   * @throws LargeValueChangedError when the row is changed while it is read
   */
  read(from: number, to: number): AsyncGenerator<Buffer, void, undefined>;
}

/** The smallest chunk, in bytes. */
export const PIECE_BYTES = 1024 * 1024;

/** Limited, since databases read a value from its beginning for each chunk. */
const MAX_PIECES = 16;

function pieceBytes(length: number): number {
  return Math.max(PIECE_BYTES, Math.ceil(length / MAX_PIECES));
}

const SIZE = 'OCTET_LENGTH';
const PIECE = 'SUBSTRING';

/**
 * A large field of the entity with the key at a place, or of the single child there; undefined when there is no such
 * entity.
 *
 * @throws SeveralChildrenError
 */
export async function largeValueAt(
  source: RowSource,
  place: Place,
  key: EntityKey | undefined,
  field: FieldMetadata,
): Promise<LargeValue | undefined> {
  const entity = entityAt(place);
  if (codeOnReads(entity).isAny) return loadedValue(source, place, key, field);
  const { scopes } = source;
  const column = new LargeColumn(entity, field);
  const keyCriteria = key === undefined ? [] : [whereKeyIn(entity, [key])];
  const where = inScopes(entity, { [Op.and]: [whereAt(place, {}, scopes), ...keyCriteria] }, scopes);
  const names = companionFields(entity, field);
  const rows = await column.select([...attributesOf(column.model, names), [literal(column.size), SIZE]], where);
  if (key === undefined) verifySingle(collectionAt(place)!, rows);
  const [found] = rows;
  if (!found) return undefined;
  const row = new SelectedRow(columnsOf(entity, names, column.at), found);
  const size = (found[column.at(names.length, SIZE)] ?? null) as number | null;
  return { row, size: size === null ? undefined : Number(size), read: (from, to) => column.read(row, from, to) };
}

/** The value of a class whose instances have to be built to read it; see {@link codeOnReads}. */
async function loadedValue(
  source: RowSource,
  place: Place,
  key: EntityKey | undefined,
  field: FieldMetadata,
): Promise<LargeValue | undefined> {
  const [row] = await entitiesWithKeys(source, place, key === undefined ? undefined : [key], {});
  const value = row?.get(field.name) ?? null;
  if (!row) return undefined;
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value ?? ''));
  return {
    row,
    size: value === null ? undefined : bytes.length,
    async *read(from, to) {
      for (let at = from; at < to; at += PIECE_BYTES) yield bytes.subarray(at, Math.min(to, at + PIECE_BYTES));
    },
  };
}

function companionFields({ primaryKey, key, fields }: EntityMetadata, { large }: FieldMetadata): string[] {
  const rowFields = [...fields.values()].filter(({ origin }) => origin === 'version' || origin === 'createdAt');
  const mediaType = large?.mediaTypeField;
  const names = [primaryKey.name, key.name, ...rowFields.map(({ name }) => name), ...(mediaType ? [mediaType] : [])];
  return [...new Set(names)];
}

/** The SQL of the column of a large value. */
class LargeColumn {
  readonly model: DomainModel;
  /** The SQL of its bytes; a text is encoded as UTF-8, whatever the charset of the column. */
  readonly #bytes: string;
  readonly #versionField?: string;

  constructor(
    private readonly entity: EntityMetadata,
    { name, type }: FieldMetadata,
  ) {
    this.model = modelOf(entity.type);
    const { driver, syntax } = dialectOf(this.model.sequelize!);
    this.at = driver.keyAt;
    const column = queryGeneratorOf(this.model).quoteIdentifier(this.model.getAttributes()[name]!.field!);
    this.#bytes = syntax.bytesOf(column, type.kind !== 'bytes');
    this.#versionField = this.model._versionAttribute;
  }

  get size(): string {
    return `LENGTH(${this.#bytes})`;
  }

  /** The key of a value in a row of the driver. */
  readonly at: Driver['keyAt'];

  select(attributes: readonly (string | ProjectionAlias)[], where: WhereOptions): Promise<readonly DriverRow[]> {
    const sql = selectSql(this.model, { attributes, where });
    return (this.model.sequelize as DomainSequelize).selectRows(sql, (rows) => rows);
  }

  /** Without a version a change would not be noticed, so that one statement has to read it all. */
  async *read(row: Row, from: number, to: number): AsyncGenerator<Buffer, void, undefined> {
    const length = this.#versionField === undefined ? to - from : pieceBytes(to - from);
    const where = this.#whereUnchanged(row);
    for (let at = from; at < to; at += length) yield await this.#piece(where, at, Math.min(length, to - at));
  }

  async #piece(where: WhereOptions, at: number, length: number): Promise<Buffer> {
    const piece = literal(`SUBSTR(${this.#bytes}, ${at + 1}, ${length})`);
    const [found] = await this.select([[piece, PIECE]], where);
    const bytes = found?.[this.at(0, PIECE)] ?? null;
    if (!Buffer.isBuffer(bytes) || bytes.length !== length) throw new LargeValueChangedError(this.entity);
    return bytes;
  }

  #whereUnchanged(row: Row): WhereOptions {
    const { primaryKey } = this.entity;
    const version = this.#versionField;
    return {
      [primaryKey.name]: row.get(primaryKey.name),
      ...(version === undefined ? {} : { [version]: row.get(version) }),
    } as WhereOptions;
  }
}
