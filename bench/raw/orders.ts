import { itemJson, listJson, orderJson } from './json';
import type { Row, SqlServer, Value } from './sql-server';

const ORDER = 'id, code, customer_email, status, total, created_at, updated_at';
const ITEM = 'id, sku, quantity, order_id, created_at, updated_at';
const ORDER_COLUMNS = 'code, customer_email, status, total, version, created_at, updated_at';
const ITEM_COLUMNS = 'sku, quantity, order_id, version, created_at, updated_at';

export interface ItemPayload {
  readonly sku: string;
  readonly quantity: number;
}

export interface OrderPayload {
  readonly code: string;
  readonly customer_email: string;
  readonly status: string;
  readonly total: string;
  readonly order_items?: readonly ItemPayload[];
}

/** The workloads in SQL and hand-built JSON, without validation: the practical minimum of CPU time. */
export class RawOrders {
  constructor(private readonly server: SqlServer) {}

  async read(id: Value): Promise<string> {
    return orderJson((await this.server.all(`SELECT ${ORDER} FROM orders WHERE id = ?`, [id]))[0]!);
  }

  async page(page: number, perPage: number, [condition, ...values]: readonly [string, ...Value[]]): Promise<string> {
    const [{ total }] = (await this.server.all(`SELECT COUNT(*) AS total FROM orders${condition}`, values)) as [Row];
    const rows = await this.server.all(
      `SELECT ${ORDER} FROM orders${condition} ORDER BY id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
      values,
    );
    const data = listJson(rows, (row) => orderJson(row));
    return `{"page":${page},"per_page":${perPage},"total":${total},"count":${rows.length},"data":${data}}`;
  }

  async readWithItems(id: Value): Promise<string> {
    const [order] = await this.server.all(`SELECT ${ORDER} FROM orders WHERE id = ?`, [id]);
    return orderJson(order!, await this.#itemsOf(id));
  }

  async items(id: Value): Promise<string> {
    return listJson(await this.#itemsOf(id), itemJson);
  }

  async create(payloads: readonly OrderPayload[]): Promise<string[]> {
    const now = stamp();
    const id = await this.#insertOrders(this.server, payloads, now);
    return payloads.map((payload, index) => orderJson(rowOf(payload, id + index, now)));
  }

  createWithItems(payload: OrderPayload): Promise<string> {
    const now = stamp();
    return this.server.transaction(async (connection) => {
      const id = await this.#insertOrders(connection, [payload], now);
      const items = payload.order_items!;
      const values = items.flatMap(({ sku, quantity }) => [sku, quantity, id, 0, now, now]);
      const first = await connection.insert(insert('order_items', ITEM_COLUMNS, items.length), values, items.length);
      const rows = items.map((item, index) => ({
        ...item,
        id: first + index,
        order_id: id,
        created_at: now,
        updated_at: now,
      }));
      return orderJson(rowOf(payload, id, now), rows);
    });
  }

  async update(id: Value, total: string): Promise<string> {
    const sql = 'UPDATE orders SET total = ?, version = version + 1, updated_at = ? WHERE id = ?';
    await this.server.run(sql, [total, stamp(), id]);
    return this.read(id);
  }

  /** Items and shipments are deleted by ON DELETE CASCADE. */
  delete(id: Value): Promise<number> {
    return this.server.run('DELETE FROM orders WHERE id = ?', [id]);
  }

  #itemsOf(id: Value): Promise<Row[]> {
    return this.server.all(`SELECT ${ITEM} FROM order_items WHERE order_id = ? ORDER BY id`, [id]);
  }

  #insertOrders(connection: SqlServer, payloads: readonly OrderPayload[], now: string): Promise<number> {
    const values = payloads.flatMap((one) => [one.code, one.customer_email, one.status, one.total, 0, now, now]);
    return connection.insert(insert('orders', ORDER_COLUMNS, payloads.length), values, payloads.length);
  }
}

function insert(table: string, columns: string, rows: number): string {
  const row = `(${columns.replace(/\w+/g, '?')})`;
  return `INSERT INTO ${table} (${columns}) VALUES ${Array(rows).fill(row).join(', ')}`;
}

function rowOf({ order_items: _, ...values }: OrderPayload, id: number, now: string): Row {
  return { ...values, id, created_at: now, updated_at: now };
}

function stamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '');
}
