import { literal, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { LargeValueChangedError } from '../errors';
import { type DomainModel, modelOf } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { DriverRow } from '../statements/driver-rows';
import { needsInstances } from './code-run-on-reads';
import { findInOrder } from './keyed-entities';
import { whereKeyIn } from './membership-criteria';
import { collectionAt, type EntityKey, entityAt, type Place } from './place';
import { type Row, SelectedRow } from './row';
import { attributesOf, columnsOf } from './row-statement';
import type { Scopes } from './scopes';
import { inScopes, whereAt } from './select-entities';
import { selectSql } from './select-sql';
import { verifySingle } from './single-children';

/** A text or a BLOB of one row that is read in pieces. */
export interface LargeValue {
  /** The other fields that were read with it: the key, the version, when the row was made, and the media type. */
  readonly row: Row;
  /** In bytes; undefined where there is no value. */
  readonly size: number | undefined;
  /**
   * The bytes from one position to before another. They belong to one state of the row, however long it takes.
   *
   * @throws LargeValueChangedError when the row was changed meanwhile
   */
  read(from: number, to: number): AsyncGenerator<Buffer, void, undefined>;
}

/** In bytes: at least so much is in memory at a time. */
export const PIECE_BYTES = 1024 * 1024;

/** Databases read a value from its beginning for each of its pieces, so that many would take long. */
const MOST_PIECES = 16;

function pieceBytes(length: number): number {
  return Math.max(PIECE_BYTES, Math.ceil(length / MOST_PIECES));
}

const SIZE = 'OCTET_LENGTH';
const PIECE = 'SUBSTRING';

/**
 * The value of a field of the entity at a place that has the key, or of the single child there; undefined where there is
 * no such entity.
 *
 * @throws SeveralChildrenError
 */
export async function largeValueAt(
  scopes: Scopes,
  place: Place,
  key: EntityKey | undefined,
  field: FieldMetadata,
): Promise<LargeValue | undefined> {
  const entity = entityAt(place);
  if (needsInstances(entity)) return loadedValue(scopes, place, key, field);
  const column = new LargeColumn(entity, field);
  const named = key === undefined ? [] : [whereKeyIn(entity, [key])];
  const where = inScopes(entity, { [Op.and]: [whereAt(place, {}, scopes), ...named] }, scopes);
  const names = namesBeside(entity, field);
  const rows = await column.select([...attributesOf(column.model, names), [literal(column.size), SIZE]], where);
  if (key === undefined) verifySingle(collectionAt(place)!, rows);
  const [found] = rows;
  if (!found) return undefined;
  const row = new SelectedRow(columnsOf(entity, names, column.at), found);
  const size = (found[column.at(names.length, SIZE)] ?? null) as number | null;
  return { row, size: size === null ? undefined : Number(size), read: (from, to) => column.read(row, from, to) };
}

/** Of a class whose code sees how it is read: what that makes of the value. */
async function loadedValue(
  scopes: Scopes,
  place: Place,
  key: EntityKey | undefined,
  field: FieldMetadata,
): Promise<LargeValue | undefined> {
  const [row] = await findInOrder(place, key === undefined ? undefined : [key], {}, scopes);
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

function namesBeside({ primaryKey, key, fields }: EntityMetadata, { large }: FieldMetadata): string[] {
  const ofRow = [...fields.values()].filter(({ origin }) => origin === 'version' || origin === 'createdAt');
  const mediaType = large?.mediaTypeField;
  const names = [primaryKey.name, key.name, ...ofRow.map(({ name }) => name), ...(mediaType ? [mediaType] : [])];
  return [...new Set(names)];
}

/** The column of a large value, in the SQL of its database. */
class LargeColumn {
  readonly model: DomainModel;
  readonly #isSqlite: boolean;
  /** Its bytes; of a text those of its UTF-8, whatever the charset of the column. */
  readonly #bytes: string;
  readonly #versionField?: string;

  constructor(
    private readonly entity: EntityMetadata,
    { name, type }: FieldMetadata,
  ) {
    this.model = modelOf(entity.type);
    this.#isSqlite = this.model.sequelize!.getDialect() === 'sqlite';
    const { queryGenerator } = this.model.sequelize!.getQueryInterface() as unknown as {
      readonly queryGenerator: { quoteIdentifier(name: string): string };
    };
    const column = queryGenerator.quoteIdentifier(this.model.getAttributes()[name]!.field!);
    const text = this.#isSqlite ? `CAST(${column} AS BLOB)` : `CAST(CONVERT(${column} USING utf8mb4) AS BINARY)`;
    this.#bytes = type.kind === 'bytes' && !this.#isSqlite ? column : text;
    this.#versionField = this.model._versionAttribute;
  }

  get size(): string {
    return `LENGTH(${this.#bytes})`;
  }

  /** Where rows of the driver have a value. */
  readonly at = (index: number, name: string): number | string => (this.#isSqlite ? name : index);

  select(attributes: readonly (string | ProjectionAlias)[], where: WhereOptions): Promise<readonly DriverRow[]> {
    const sql = selectSql(this.model, { attributes, where });
    return (this.model.sequelize as DomainSequelize).selectRows(sql, (rows) => rows);
  }

  /** Where nothing tells that a row was changed, one statement reads all that is asked for. */
  async *read(row: Row, from: number, to: number): AsyncGenerator<Buffer, void, undefined> {
    const length = this.#versionField === undefined ? to - from : pieceBytes(to - from);
    const where = this.#unchanged(row);
    for (let at = from; at < to; at += length) yield await this.#piece(where, at, Math.min(length, to - at));
  }

  async #piece(where: WhereOptions, at: number, length: number): Promise<Buffer> {
    const piece = literal(`SUBSTR(${this.#bytes}, ${at + 1}, ${length})`);
    const [found] = await this.select([[piece, PIECE]], where);
    const bytes = found?.[this.at(0, PIECE)] ?? null;
    if (!Buffer.isBuffer(bytes) || bytes.length !== length) throw new LargeValueChangedError(this.entity);
    return bytes;
  }

  #unchanged(row: Row): WhereOptions {
    const { primaryKey } = this.entity;
    const version = this.#versionField;
    return {
      [primaryKey.name]: row.get(primaryKey.name),
      ...(version === undefined ? {} : { [version]: row.get(version) }),
    } as WhereOptions;
  }
}
