import type { OrderStatus } from '../domain/order';
import { CATALOGUE } from './catalogue';
import type { DemoRows } from './demo-rows';
import type { Dice } from './dice';
import { money } from './money';

const HOUR_MS = 3_600_000;
const CARRIERS = ['Northpost', 'Parcelway', 'Swiftline'];
const METHODS = ['card', 'card', 'card', 'bank_transfer', 'cash_on_delivery'] as const;
const REASONS = ['Ordered twice', 'Found it cheaper elsewhere', 'Delivery takes too long', 'Changed my mind'];
const NOTES = ['Asked for gift wrapping.', 'Regular customer: add a sample.', 'Address checked by phone.'];

export interface Purchase {
  readonly customerEmail: string;
  readonly placedAt: Date;
  /** Whether the order may still be open. */
  readonly isRecent: boolean;
}

/** The history of an order, with which all of its rows agree. */
interface Course {
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  readonly settledAt: Date;
}

interface Line {
  readonly productId: number;
  readonly sku: string;
  readonly cents: number;
  readonly quantity: number;
}

/** Adds an order with its items, a payment if it is paid, and one or two shipments per item if it is shipped. */
export function addOrder(rows: DemoRows, { customerEmail, placedAt, isRecent }: Purchase, dice: Dice): void {
  const orderId = rows.orders.length + 1;
  const status = statusOf(isRecent, dice);
  const settledAt = status === 'created' ? placedAt : new Date(placedAt.getTime() + dice.between(1, 60) * HOUR_MS);
  const course: Course = { orderId, status, placedAt, settledAt };
  const lines = linesOf(dice);
  const total = money(lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0));
  rows.orders.push({
    id: orderId,
    code: `${placedAt.getUTCFullYear()}-${String(orderId).padStart(6, '0')}`,
    customerEmail,
    status,
    total,
    cancellationReason: status === 'cancelled' ? dice.oneOf(REASONS) : null,
    internalNotes: dice.happens(0.05) ? dice.oneOf(NOTES) : null,
    createdAt: placedAt,
    updatedAt: settledAt,
  });
  for (const line of lines) addItem(rows, course, line, dice);
  if (status === 'confirmed' || status === 'shipped') addPayment(rows, course, total, dice);
}

function statusOf(isRecent: boolean, dice: Dice): OrderStatus {
  if (dice.happens(0.06)) return 'cancelled';
  if (isRecent) return dice.oneOf(['created', 'confirmed']);
  return dice.happens(0.03) ? 'confirmed' : 'shipped';
}

/** One to five different articles; a single piece of expensive ones. */
function linesOf(dice: Dice): Line[] {
  const count = dice.oneOf([1, 1, 1, 2, 2, 3, 4, 5]);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(dice.between(0, CATALOGUE.length - 1));
  return [...chosen].map((index) => {
    const { sku, cents } = CATALOGUE[index]!;
    return { productId: index + 1, sku, cents, quantity: cents > 5000 ? 1 : dice.oneOf([1, 1, 1, 2, 2, 3, 6]) };
  });
}

function addItem(rows: DemoRows, course: Course, { cents, ...line }: Line, dice: Dice): void {
  const { orderId, status, placedAt, settledAt } = course;
  const id = rows.orderItems.length + 1;
  const itemStatus = status === 'confirmed' ? 'created' : status;
  const stamps = { createdAt: placedAt, updatedAt: settledAt };
  rows.orderItems.push({ id, orderId, ...line, price: money(cents), status: itemStatus, ...stamps });
  if (status !== 'shipped') return;
  addShipment(rows, id, settledAt, dice);
  if (line.quantity >= 6) addShipment(rows, id, settledAt, dice);
}

function addShipment(rows: DemoRows, orderItemId: number, shippedAt: Date, dice: Dice): void {
  const carrier = dice.oneOf(CARRIERS);
  rows.shipments.push({
    id: rows.shipments.length + 1,
    orderItemId,
    carrier,
    trackingNumber: `${carrier.slice(0, 2).toUpperCase()}${dice.between(10_000_000, 99_999_999)}`,
    shippedAt,
    createdAt: shippedAt,
    updatedAt: shippedAt,
  });
}

function addPayment(rows: DemoRows, { orderId, settledAt }: Course, amount: string, dice: Dice): void {
  const id = rows.payments.length + 1;
  rows.payments.push({
    id,
    orderId,
    method: dice.oneOf(METHODS),
    amount,
    reference: `P-${String(id).padStart(6, '0')}`,
    paidAt: settledAt,
    createdAt: settledAt,
    updatedAt: settledAt,
  });
}
