import type { Values } from '../dialect';

export const values: Values = {
  storesDatesAsText: false,
  hasZones: true,
  hasTypeOptions: true,
  acceptsAnyType: false,
  /** MySQL requires the precision of the column in the default; MariaDB would store whole seconds without it. */
  currentTime: (expression, decimals) =>
    decimals > 0 ? expression.replace(CURRENT_TIME, `CURRENT_TIMESTAMP(${decimals})`) : expression,
  dateText: (sql) => `CAST(${sql} AS CHAR)`,
  isNoDate: "date < '0001-01-01' OR MONTH(date) = 0 OR DAYOFMONTH(date) = 0",
};

/** `CURRENT_TIMESTAMP`, `NOW()` and the like, without a precision. */
const CURRENT_TIME = /\b(?:CURRENT_TIMESTAMP|NOW)\b(?:\(\))?(?!\()/gi;
