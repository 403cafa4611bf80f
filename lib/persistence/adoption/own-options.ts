import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import { optionsOf } from '../sequelize/sequelize-instance';
import type { OwnInstance } from './own-instances';

/** Options of a Sequelize instance that change values, and would have no effect on the connections of an application. */
interface OwnOptions {
  readonly omitNull?: boolean;
  readonly keepDefaultTimezone?: boolean;
  readonly dialectOptions?: DriverOptions;
}

interface DriverOptions {
  readonly dateStrings?: unknown;
  readonly typeCast?: unknown;
  readonly decimalNumbers?: boolean;
  readonly bigNumberStrings?: boolean;
  readonly supportBigNumbers?: boolean;
}

const DRIVER_OPTIONS: {
  readonly [K in keyof DriverOptions]-?: readonly [isSet: (value: unknown) => boolean, effect: string];
} = {
  dateStrings: [Boolean, 'dates are Date objects'],
  typeCast: [(value) => value !== undefined, 'values have the types of their columns, such as Date and boolean'],
  decimalNumbers: [Boolean, 'DECIMAL values are texts, which are exact'],
  bigNumberStrings: [Boolean, 'BIGINT values are numbers where a number is exact'],
  supportBigNumbers: [(value) => value === false, 'BIGINT values that a number cannot hold are texts'],
};

/** The errors for options without which models would have other values than before. */
export function unsupportedOptions({ sequelize, model }: OwnInstance): PersistenceError[] {
  const options: OwnOptions = optionsOf(sequelize);
  const errors: PersistenceError[] = [];
  const add = (name: string, effect: string) =>
    errors.push(new PersistenceError('ADOPTED_OPTION_UNSUPPORTED', [model, name, effect]));
  if (options.omitNull) add('omitNull', 'a value of null is written');
  if (!dialectOf(sequelize).driver.isRemote) return errors;
  if (options.keepDefaultTimezone)
    add('keepDefaultTimezone', 'each connection has the time zone of the option timezone');
  for (const [name, [isSet, effect]] of Object.entries(DRIVER_OPTIONS)) {
    if (isSet(options.dialectOptions?.[name as keyof DriverOptions])) add(`dialectOptions.${name}`, effect);
  }
  return errors;
}
