import { redactMessage } from '../../../lib/core/http/redact-message';

describe('The message of a database, without values', () => {
  it.each([
    ["Duplicate entry 'secret@x' for key 'users.email'", "Duplicate entry '…' for key 'users.email'"],
    ["Duplicate entry 'a' for key 'secret' for key 'users.email'", "Duplicate entry '…' for key 'users.email'"],
    ["Duplicate entry 'it's \"secret\"' for key 'email'", "Duplicate entry '…' for key 'email'"],
    [
      "Incorrect integer value: 'secret' for column `shop`.`orders`.`code` at row 1",
      "Incorrect integer value: '…' for column `shop`.`orders`.`code` at row 1",
    ],
    [
      "Incorrect datetime value: 'x' for column 'a' at row 1' for column 'placed_at' at row 2",
      "Incorrect datetime value: '…' for column 'placed_at' at row 2",
    ],
    ["Truncated incorrect DOUBLE value: 'secret'", "Truncated incorrect DOUBLE value: '…'"],
    [
      "You have an error in your SQL syntax; check the manual for the right syntax to use near 'secret' at line 1",
      "You have an error in your SQL syntax; check the manual for the right syntax to use near '…' at line 1",
    ],
    ["BIGINT value is out of range in '(`a` - 17)'", "BIGINT value is out of range in '…'"],
    ['SQLITE_ERROR: near "secret": syntax error', 'SQLITE_ERROR: near "…": syntax error'],
    ['SQLITE_ERROR: unrecognized token: "\'secret"', 'SQLITE_ERROR: unrecognized token: "…"'],
    ['"secret" is not a valid choice in ["a","b"]', '"…"'],
    ['17.5 is not a valid integer', '… is not a valid integer'],
    ["near 'secret", "near '…'"],
  ])('%s', (message, shown) => {
    expect(redactMessage(message)).toBe(shown);
  });

  it.each([
    "Data too long for column 'name' at row 1",
    "Table 'shop.orders' doesn't exist",
    "Access denied for user 'root'@'localhost' (using password: YES)",
    'CONSTRAINT `positive` failed for `shop`.`orders`',
    'Cannot add or update a child row: a foreign key constraint fails (`shop`.`items`, CONSTRAINT `order_id` FOREIGN KEY)',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: users.email',
    'Deadlock found when trying to get lock; try restarting transaction',
    'The quay is closed',
  ])('stays if it has names alone: %s', (message) => {
    expect(redactMessage(message)).toBe(message);
  });
});
