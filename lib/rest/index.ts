export { AggregateConfiguration, type DatabaseSection } from './aggregate-configuration';
export { AggregatePlugin } from './aggregate-plugin';
export { Application, type ApplicationOptions } from './application';
export {
  RESOURCE_ERROR_CODES,
  ResourceError,
  type ResourceErrorCode,
  SCAN_ERROR_CODES,
  ScanError,
  type ScanErrorCode,
} from './errors';
export { Generated, type GeneratedMethods } from './overriding/generated';
export { Resource, type ResourceClass, type ResourceOptions } from './overriding/resource';
