export { camelCase, lowerFirst, snakeCase, upperFirst } from './case';
export { literalName } from './literal-name';
export { nearestName } from './nearest-name';
export { pluralize, singularize } from './number';
export { WireNameClash, WireNames } from './wire-names';
