import type { TableWords } from '../sql-words';

export const SQLITE_WORDS: TableWords = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  generated: ' PRIMARY KEY AUTOINCREMENT',
  isComplete: true,
  parenthesizesDefaults: true,
};
