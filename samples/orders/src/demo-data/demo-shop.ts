import { addOrder } from './add-order';
import { CATALOGUE } from './catalogue';
import { customers } from './customers';
import type { DemoRows } from './demo-rows';
import { Dice } from './dice';
import { money } from './money';

const SEED = 4711;
const ORDERS = 3000;
const CUSTOMERS = 900;
const FIRST_DAY_MS = Date.UTC(2024, 10, 1);
const LAST_DAY_MS = Date.UTC(2026, 10, 1);

/** Generates two years of orders at even intervals; the result is always the same. */
export function demoShop(): DemoRows {
  const dice = new Dice(SEED);
  const buyers = customers(CUSTOMERS, dice);
  const rows: DemoRows = { products: products(), orders: [], orderItems: [], shipments: [], payments: [] };
  const stepMs = (LAST_DAY_MS - FIRST_DAY_MS) / ORDERS;
  for (let index = 0; index < ORDERS; index++) {
    const placedAt = new Date(FIRST_DAY_MS + Math.floor((index + dice.roll()) * stepMs));
    addOrder(rows, { placedAt, isRecent: index > ORDERS * 0.98, customerEmail: dice.oneOf(buyers) }, dice);
  }
  return rows;
}

function products(): DemoRows['products'] {
  const since = new Date(FIRST_DAY_MS);
  return CATALOGUE.map(({ name, cents }, index) => {
    return { id: index + 1, name, price: money(cents), createdAt: since, updatedAt: since };
  });
}
