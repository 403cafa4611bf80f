import { Op, type QueryInterface, type Sequelize, type Transaction, type WhereOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import { balanced } from '../models/balanced-criteria';
import { type DomainModel, type Entity, fieldOfColumn } from '../models/domain-model';
import { tracing, writtenIn } from '../unit-of-work/tracing';
import { identifying, type RowSource, type WrittenRows } from '../unit-of-work/written-rows';

type Row = Readonly<Record<string, unknown>>;
type Options = { readonly model?: DomainModel; readonly transaction?: Transaction | null } | undefined;
type Write = (...args: never[]) => Promise<unknown>;

/** The methods by which Sequelize writes rows. */
const METHODS = [
  'insert',
  'update',
  'upsert',
  'bulkInsert',
  'bulkUpdate',
  'delete',
  'bulkDelete',
  'increment',
  'decrement',
] as const;

type Writes = Record<(typeof METHODS)[number], Write>;

/**
 * Records the writes of Sequelize for units of work that trace them. Its methods are wrapped only while such units are
 * open, so that other writes have no overhead.
 *
 * @returns stops the tracing
 */
export function traceWrites(sequelize: Sequelize): () => void {
  const queryInterface = sequelize.getQueryInterface();
  const traced = tracedBy.get(sequelize) ?? new TracedWrites(sequelize, queryInterface);
  tracedBy.set(sequelize, traced);
  traced.begin();
  return () => traced.end();
}

const tracedBy = new WeakMap<Sequelize, TracedWrites>();

class TracedWrites {
  #units = 0;
  #untraced?: Writes;
  readonly #writes: Writes;

  constructor(
    private readonly sequelize: Sequelize,
    private readonly queryInterface: QueryInterface,
  ) {
    this.#writes = queryInterface as unknown as Writes;
  }

  begin(): void {
    tracing.units++;
    if (this.#units++ > 0) return;
    const writes = this.#writes;
    const untraced = Object.fromEntries(METHODS.map((name) => [name, writes[name].bind(writes)])) as Writes;
    this.#untraced = Object.fromEntries(METHODS.map((name) => [name, writes[name]])) as Writes;
    Object.assign(writes, this.#wrapped(untraced));
  }

  end(): void {
    tracing.units--;
    if (--this.#units === 0) Object.assign(this.#writes, this.#untraced);
  }

  #wrapped(untraced: Writes): Writes {
    const ofInstance = (write: Write, optionsAt: number) => this.#tracing(write, optionsAt, noteInstance);
    const ofRows = (write: Write, optionsAt: number, findModel: FindModel) =>
      this.#tracing(write, optionsAt, (written, args, send) =>
        this.#noteMatching(written, findModel(args), args, send),
      );
    const byOptions: FindModel = ([table, , where, options]) => ({ table, where, ...modelIn(options as Options) });
    const byFirst: FindModel = ([model, table, where]) => ({ model: model as DomainModel, table, where });
    return {
      insert: ofInstance(untraced.insert, 3),
      update: ofInstance(untraced.update, 4),
      delete: ofInstance(untraced.delete, 3),
      bulkUpdate: ofRows(untraced.bulkUpdate, 3, byOptions),
      bulkDelete: ofRows(untraced.bulkDelete, 2, ([table, where, , model]) => ({
        table,
        where,
        model: model as DomainModel,
      })),
      increment: ofRows(untraced.increment, 5, byFirst),
      decrement: ofRows(untraced.decrement, 5, byFirst),
      bulkInsert: this.#tracing(untraced.bulkInsert, 2, (written, args, send) =>
        this.#noteNew(written, args, args[1] as readonly Row[], send),
      ),
      upsert: this.#tracing(untraced.upsert, 4, (written, args, send) =>
        this.#noteNew(written, [args[0], args[1], args[4]], [args[1] as Row], send),
      ),
    };
  }

  /** @param optionsAt the index of the argument with the transaction */
  #tracing(write: Write, optionsAt: number, note: Note): Write {
    return (...args: readonly unknown[]) => {
      const send = () => write(...(args as never[]));
      const { transaction } = (args[optionsAt] ?? {}) as NonNullable<Options>;
      const written = writtenIn(this.sequelize, transaction);
      return written ? note(written, args, send) : send();
    };
  }

  /** Reads the rows before they are written, since afterwards they may no longer match. */
  async #noteMatching(
    written: WrittenRows,
    { model, table, where }: Target,
    [, values]: readonly unknown[],
    send: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!model) return send();
    const columns = typeof values === 'object' && values !== null ? Object.keys(values) : [];
    const rows = await this.#rowsOf(model, table, where as WhereOptions);
    for (const row of rows)
      written.note(
        model,
        row,
        columns.map((column) => fieldOfColumn(model, column)),
      );
    return send();
  }

  /** Rows with a generated key are those above the highest key before. */
  async #noteNew(
    written: WrittenRows,
    [table, , options]: readonly unknown[],
    rows: readonly Row[],
    send: () => Promise<unknown>,
  ): Promise<unknown> {
    const { model } = modelIn(options as Options);
    if (!model) return send();
    const keys = model.primaryKeyAttributes.map((name) => [name, columnOf(model, name)] as const);
    const hasKey = (row: Row) => keys.every(([, column]) => (ownValue(row, column) ?? null) !== null);
    const withKeys = rows.filter(hasKey);
    const fields = rows.length > 0 ? Object.keys(rows[0]!).map((column) => fieldOfColumn(model, column)) : [];
    const note = async (where: WhereOptions) => {
      for (const row of await this.#rowsOf(model, table, where)) written.note(model, row, fields);
    };
    const knownKeys = withKeys.map((row) =>
      Object.fromEntries(keys.map(([, column]) => [column, ownValue(row, column)])),
    );
    const highest = withKeys.length < rows.length ? await this.#highestKey(model, table) : undefined;
    const uniqueCriteria = rows.filter((row) => !hasKey(row)).flatMap((row) => uniqueValues(model, row));
    const result = await send();
    if (knownKeys.length > 0) await note(balanced(Op.or, knownKeys));
    if (uniqueCriteria.length > 0) await note(balanced(Op.or, uniqueCriteria));
    if (withKeys.length < rows.length) {
      const [[, column]] = keys as [readonly [string, string]];
      await note(highest === undefined ? {} : { [column]: { [Op.gt]: highest } });
    }
    return result;
  }

  async #highestKey(model: DomainModel, table: unknown): Promise<unknown> {
    const name = model.primaryKeyAttribute;
    const order = [[columnOf(model, name), 'DESC']];
    const [row] = await this.#rowsOf(model, table, {}, { order, limit: 1 });
    return row?.get(name);
  }

  async #rowsOf(model: DomainModel, table: unknown, where: WhereOptions, more: object = {}): Promise<RowSource[]> {
    const attributes = identifying(model).map((name) => [columnOf(model, name), name]);
    const options = { attributes, where, raw: true, ...more };
    const rows = (await this.queryInterface.select(model, table as string, options as never)) as Row[];
    return rows.map((row) => ({ get: (name: string) => row[name] }));
  }
}

interface Target {
  readonly model?: DomainModel;
  readonly table: unknown;
  readonly where: unknown;
}

type FindModel = (args: readonly unknown[]) => Target;
type Note = (written: WrittenRows, args: readonly unknown[], send: () => Promise<unknown>) => Promise<unknown>;

/** The key of an instance is known after the write. */
async function noteInstance(
  written: WrittenRows,
  [instance, , values]: readonly unknown[],
  send: () => Promise<unknown>,
): Promise<unknown> {
  const result = await send();
  const row = instance as Entity | null;
  if (!row) return result;
  const model = row.constructor as DomainModel;
  written.note(
    model,
    row,
    Object.keys((values ?? {}) as Row).map((column) => fieldOfColumn(model, column)),
  );
  return result;
}

function modelIn(options: Options): { readonly model?: DomainModel } {
  return options?.model ? { model: options.model } : {};
}

/** The values of a row for each unique key that is complete. */
function uniqueValues({ uniqueKeys, _indexes }: DomainModel, row: Row): Row[] {
  const named = _indexes.flatMap(({ unique, fields }) => (unique ? [fields as unknown as readonly string[]] : []));
  const all = [...Object.values(uniqueKeys).map(({ fields }) => fields), ...named];
  const complete = all.filter(
    (fields) => fields.length > 0 && fields.every((field) => (ownValue(row, field) ?? null) !== null),
  );
  return complete.map((fields) => Object.fromEntries(fields.map((field) => [field, ownValue(row, field)])));
}

function columnOf(model: DomainModel, name: string): string {
  return (model.getAttributes()[name as never] as { readonly field?: string }).field ?? name;
}
