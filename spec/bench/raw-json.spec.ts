import { orderJson } from '../../bench/raw/json';

describe('A time that the raw server reads', () => {
  it.each([
    ['2026-01-31 08:30:00', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31 08:30:00.000', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31 08:30:00.250', '2026-01-31T08:30:00.250Z'],
    ['2026-01-31 08:30:00.250 +00:00', '2026-01-31T08:30:00.250Z'],
  ])('is written with its milliseconds: %s', (stored, written) => {
    const row = { id: 1, code: 'A', customer_email: 'a@b.c', status: 'created', total: null };

    const { created_at } = JSON.parse(orderJson({ ...row, created_at: stored, updated_at: stored }));

    expect(created_at).toBe(written);
  });
});
