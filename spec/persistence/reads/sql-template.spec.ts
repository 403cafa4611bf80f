import { QueryParameters } from '../../../lib/persistence/reads/query-parameters';
import { SqlTemplate, sqlOf } from '../../../lib/persistence/reads/sql-template';

describe('SqlTemplate', () => {
  it('writes a value by the writer of each of its occurrences', () => {
    const parameters = new QueryParameters('test');
    const [name, limit] = [parameters.addValue<string>("O'Hara"), parameters.addValue<number>(5)];
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const sql = `WHERE name = ${sqlOf(name, quoted)} OR alias = ${sqlOf(name, (text) => quoted(text.toUpperCase()))} LIMIT ${sqlOf(limit, String)}`;

    const template = new SqlTemplate(sql, parameters.placeholders);

    expect(template.fill(parameters.values)).toBe("WHERE name = 'O''Hara' OR alias = 'O''HARA' LIMIT 5");
    expect(template.fill(['$&', 7])).toBe("WHERE name = '$&' OR alias = '$&' LIMIT 7");
  });

  it('does not replace a marker inside of a value', () => {
    const parameters = new QueryParameters('test');
    const template = new SqlTemplate(
      `${sqlOf(parameters.addValue('a'), String)},${sqlOf(parameters.addValue('b'), String)}`,
      parameters.placeholders,
    );

    expect(template.fill(['\x001.0\0', 'x'])).toBe('\x001.0\0,x');
  });
});
