import { sqlite } from '../../lib/persistence/dialects/sqlite';
import { namingStrategyOf } from '../../lib/persistence/naming-strategy';
import { sequelizeOptionsOf } from '../../lib/persistence/provider-properties';

describe('naming_strategy', () => {
  it.each([
    [undefined, 'snake_case'],
    ['underscored', 'snake_case'],
    ['ImprovedNamingStrategy', 'snake_case'],
    ['org.hibernate.cfg.ImprovedNamingStrategy', 'snake_case'],
    ['org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy', 'snake_case'],
    ['org.springframework.boot.orm.jpa.hibernate.SpringPhysicalNamingStrategy', 'snake_case'],
    ['as_is', 'as_is'],
    ['camel', 'as_is'],
    ['org.hibernate.cfg.EJB3NamingStrategy', 'as_is'],
    ['org.hibernate.cfg.DefaultNamingStrategy', 'as_is'],
    ['PhysicalNamingStrategyStandardImpl', 'as_is'],
  ])('%s names columns %s', (naming_strategy, expected) => {
    expect(namingStrategyOf(naming_strategy === undefined ? {} : { naming_strategy })).toBe(expected);
  });

  it.each(['banana', '', 'org.hibernate.cfg.', 'toString', 'SpringImplicitNamingStrategy'])('is never %s', (name) => {
    expect(() => namingStrategyOf({ naming_strategy: name })).toThrow(
      `db.providerProperties "naming_strategy" is "${name}", which is not a known strategy`,
    );
  });

  it('does not depend on the implicit strategy, which has no effect and is logged', () => {
    const log = jest.fn();

    const { define } = sequelizeOptionsOf(
      { implicit_naming_strategy: 'ImplicitNamingStrategyJpaCompliantImpl' },
      sqlite,
      log,
    );

    expect(define).toEqual({ underscored: true });
    expect(log.mock.calls).toEqual([['db.providerProperties.implicit_naming_strategy has no effect and is ignored.']]);
    expect(() => namingStrategyOf({ implicit_naming_strategy: 'banana' })).toThrow(
      'db.providerProperties "implicit_naming_strategy" is "banana", which is not a known strategy',
    );
  });
});
