import { timeZoneOf } from '../../lib/persistence/time-zone';

const zone = (name: string) => timeZoneOf(name)!;

describe('The local times of a zone', () => {
  it.each([
    ['+00:00', '2026-07-01T10:00:00.250Z', '2026-07-01 10:00:00.250'],
    ['+08:00', '2026-07-01T20:00:00.250Z', '2026-07-02 04:00:00.250'],
    ['-03:30', '2026-01-01T01:00:00.000Z', '2025-12-31 21:30:00.000'],
    ['+14:00', '2026-01-01T10:00:00.000Z', '2026-01-02 00:00:00.000'],
    ['Asia/Shanghai', '2026-07-01T20:00:00.250Z', '2026-07-02 04:00:00.250'],
    ['Europe/Berlin', '2026-01-01T10:00:00.000Z', '2026-01-01 11:00:00.000'],
    ['Europe/Berlin', '2026-07-01T10:00:00.000Z', '2026-07-01 12:00:00.000'],
  ])('of %s: %s is %s', (name, instant, local) => {
    expect(zone(name).toLocal(new Date(instant))).toBe(local);
    expect(zone(name).toInstant(local).toISOString()).toBe(instant);
  });

  it('that occur twice are the first of the two', () => {
    expect(zone('Europe/Berlin').toInstant('2026-10-25 02:30:00').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect([zone('Europe/Berlin'), zone('Asia/Shanghai'), zone('+01:00')].map((one) => one.hasChangingClocks)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
