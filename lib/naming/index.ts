export { camelCase, lowerFirst, snakeCase, upperFirst } from './case';
export { pluralize, singularize } from './number';
export { WireNameClash, WireNames } from './wire-names';
