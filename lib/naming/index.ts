export { camelCase, kebabCase, lowerFirst, snakeCase, upperFirst } from './case';
export { commaSeparated } from './comma-separated';
export { compareNames } from './compare-names';
export { FORBIDDEN_KEYS } from './forbidden-keys';
export { literalName } from './literal-name';
export { nearestFirst } from './nearest-first';
export { nearestHint, nearestName } from './nearest-name';
export { pluralize, singularize } from './plural';
export { WireNameClash, WireNames } from './wire-names';
