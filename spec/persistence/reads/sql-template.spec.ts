import { PlanCache } from '../../../lib/persistence/reads/plan-cache';
import { QueryParameters } from '../../../lib/persistence/reads/query-parameters';
import { SqlTemplate, sqlOf } from '../../../lib/persistence/reads/sql-template';

describe('The template of a statement', () => {
  it('writes each value wherever it stands, as it is written there', () => {
    const asked = new QueryParameters('test');
    const [name, limit] = [asked.value("O'Hara"), asked.value(5)];
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const sql = `WHERE name = ${sqlOf(name, quoted)} OR alias = ${sqlOf(name, (text) => quoted(text.toUpperCase()))} LIMIT ${sqlOf(limit, String)}`;

    const template = new SqlTemplate(sql, asked.placeholders);

    expect(template.fill(asked.values)).toBe("WHERE name = 'O''Hara' OR alias = 'O''HARA' LIMIT 5");
    expect(template.fill(['$&', 7])).toBe("WHERE name = '$&' OR alias = '$&' LIMIT 7");
  });

  it('takes a value that looks like a place for one as it is', () => {
    const asked = new QueryParameters('test');
    const template = new SqlTemplate(
      `${sqlOf(asked.value('a'), String)},${sqlOf(asked.value('b'), String)}`,
      asked.placeholders,
    );

    expect(template.fill(['\x001.0\0', 'x'])).toBe('\x001.0\0,x');
  });
});

describe('Plans', () => {
  it('are made once for each shape, and forgotten when there are 1,000 of them', () => {
    const plans = new PlanCache<number>();
    let made = 0;
    const plan = (shape: string | undefined) => plans.of(shape, () => ++made);

    expect([plan('a'), plan('a'), plan('b'), plan(undefined), plan(undefined)]).toEqual([1, 1, 2, 3, 4]);
    for (let index = 0; index < 998; index++) plan(`shape ${index}`);
    expect(plan('a')).toBe(1);
    plan('one more');
    expect(plan('one more')).toBe(made);
    expect([plan('a'), plan('a')]).toEqual([made, made]);
    expect(plan('a')).not.toBe(1);
  });
});
