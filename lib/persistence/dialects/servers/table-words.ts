import type { TableWords } from '../sql-words';

export const SERVER_WORDS: TableWords = {
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  generated: ' AUTO_INCREMENT',
  isComplete: false,
  parenthesizesDefaults: false,
};
