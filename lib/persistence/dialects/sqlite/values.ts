import type { Values } from '../dialect';

export const values: Values = {
  storesDatesAsText: true,
  hasZones: false,
  hasTypeOptions: false,
  acceptsAnyType: true,
  // Decimals and larger integers are stored as doubles.
  exactDigits: 15,
  maxInteger: 2n ** 63n - 1n,
  /** The format of the values that are written here. */
  currentTime(expression, decimals) {
    if (!/^(?:CURRENT_TIMESTAMP|NOW)(?:\(\))?$/i.test(expression)) return expression;
    const seconds = decimals === 0 ? '%S.000' : '%f';
    return `(strftime('%Y-%m-%d %H:%M:${seconds} +00:00', 'now'))`;
  },
  dateText: (sql) => sql,
  isNoDate: "date IS NOT NULL AND (date < '0001-01-01' OR DATE(SUBSTR(date, 1, 10)) IS NULL)",
};
