import { nearestHint } from '../naming';
import { PersistenceError } from './errors';

/** How columns are named that the model does not name: `customer_url`, or as the field (`customerURL`). */
export type NamingStrategy = 'snake_case' | 'as_is';

/** The class names are those of Hibernate and Spring. */
const STRATEGIES: Readonly<Record<string, NamingStrategy>> = {
  snake_case: 'snake_case',
  underscored: 'snake_case',
  CamelCaseToUnderscoresNamingStrategy: 'snake_case',
  ImprovedNamingStrategy: 'snake_case',
  PhysicalNamingStrategySnakeCaseImpl: 'snake_case',
  SpringNamingStrategy: 'snake_case',
  SpringPhysicalNamingStrategy: 'snake_case',
  as_is: 'as_is',
  camel: 'as_is',
  DefaultComponentSafeNamingStrategy: 'as_is',
  DefaultNamingStrategy: 'as_is',
  EJB3NamingStrategy: 'as_is',
  PhysicalNamingStrategyStandardImpl: 'as_is',
};

/** Strategies for the names of fields, which are here the names in the class, before columns are named. */
const IMPLICIT: readonly string[] = [
  'default',
  'jpa',
  'legacy-jpa',
  'legacy-hbm',
  'component-path',
  'ImplicitNamingStrategyComponentPathImpl',
  'ImplicitNamingStrategyJpaCompliantImpl',
  'ImplicitNamingStrategyLegacyHbmImpl',
  'ImplicitNamingStrategyLegacyJpaImpl',
  'SpringImplicitNamingStrategy',
];

/** The keys of the strategy that names columns; the first is the one that the others are read as. */
export const NAMING_KEYS = ['naming_strategy', 'ejb.naming_strategy', 'physical_naming_strategy'] as const;
export const IMPLICIT_NAMING_KEY = 'implicit_naming_strategy';

/** The strategy of a name or of a class with or without its package; undefined if it is unknown. */
export function knownStrategy(text: string): NamingStrategy | undefined {
  const name = withoutPackage(text);
  return Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name] : undefined;
}

/** The strategy of the provider properties; snake_case when absent. @throws PersistenceError NAMING_STRATEGY_UNKNOWN */
export function namingStrategyOf(properties: Readonly<Record<string, unknown>>): NamingStrategy {
  for (const key of ['naming_strategy', IMPLICIT_NAMING_KEY] as const) {
    const problem = namingProblem(key, String(properties[key] ?? DEFAULTS[key]));
    if (problem !== undefined) throw new PersistenceError('NAMING_STRATEGY_UNKNOWN', [key, problem]);
  }
  return knownStrategy(String(properties.naming_strategy ?? DEFAULTS.naming_strategy))!;
}

const DEFAULTS = { naming_strategy: 'snake_case', [IMPLICIT_NAMING_KEY]: 'default' } as const;

/** The text after the key in a message about an unknown strategy; undefined if it is known. */
export function namingProblem(key: keyof typeof DEFAULTS, text: string): string | undefined {
  const known = key === IMPLICIT_NAMING_KEY ? IMPLICIT : Object.keys(STRATEGIES);
  const name = withoutPackage(text);
  if (known.includes(name)) return undefined;
  return `is "${text}", which is not a known strategy${nearestHint(name, known)}. Known strategies, with or without a package: ${known.join(', ')}`;
}

function withoutPackage(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1);
}
