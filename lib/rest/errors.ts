import { CodedError, codesOf, messagesByCode } from '../foundation';

const MESSAGES = messagesByCode({
  CLASS_NOT_EXPORTED: (name) => `${name} is marked as a domain class, but no module exports it: export the class.`,
  DOMAIN_EMPTY: () =>
    'The application has no domain classes: list their folders in db.packagesToScan, or pass them as `domain`.',
  MODULE_CIRCULAR: (file, name, place) =>
    `The module ${file} of db.packagesToScan cannot be loaded: ${name} is used in ${place} before it is defined, because two modules import each other. Write the type of a field, a parameter or a return value there as Ref<${name}>, and pass the class in a function, as in @BelongsTo(() => ${name}) and returns: () => ${name}.`,
  MODULE_FAILED: (file, reason, hint = '') => `The module ${file} cannot be loaded: ${reason}${hint}`,
  NOTHING_TO_SCAN: (name, root) =>
    `db.packagesToScan names "${name}", but no module was found there below ${root}: correct the path or the module root, or pass the classes as \`domain\`, as in a bundle.`,
});

export type ScanErrorCode = keyof typeof MESSAGES;

/** All codes; docs/errors.md lists them. */
export const SCAN_ERROR_CODES = codesOf(MESSAGES);

/** A mistake in finding the domain classes; it stops the start. */
export class ScanError extends CodedError<ScanErrorCode> {
  override readonly name = 'ScanError';

  constructor(code: ScanErrorCode, facts: readonly string[], options?: ErrorOptions) {
    super(MESSAGES, code, facts, options);
  }
}

/** An override that does not hold for all routes of its operation, and the remedy. */
export function bypassOf(method: string, effect: string, routes: string): string {
  return `${method} does not override all generated routes that ${effect}. Others: ${routes}. Override them too, or turn their flags off in @Collection, @One or @AggregateRoot.`;
}

const RESOURCE_MESSAGES = messagesByCode({
  CONSTRAINT_UNUSABLE: (owner, reason) => `The @Constraint of ${owner} cannot be used: ${reason}.`,
  GENERATED_OF_ANOTHER: (resource, base, root) =>
    `${resource} extends Generated(${base}) but is marked @Resource(${root}): name the same root in both.`,
  OVERRIDE_BYPASSED: (method, effect, routes) => `security.strict is on, and ${bypassOf(method, effect, routes)}`,
  OVERRIDE_MISSPELT: (resource, method, nearest) =>
    `${resource}.${method} overrides nothing: no generated route has this name. Did you mean "${nearest}"? A method for another purpose needs a name that differs by more than two letters, a "#" before it, or a hand-written route.`,
  OVERRIDE_TAKEN: (first, second, method) =>
    `${first} and ${second} both override "${method}": remove the method from one of the two.`,
  RESOURCE_CONFIGURATION_TAKEN: (first, second, root) =>
    `${first} and ${second} both have a configuration for the routes of ${root}: pass one ResourceConfiguration to one of the two.`,
  RESOURCE_NOT_A_ROOT: (type, roots) =>
    `${type} is a domain class, but not an aggregate root of the application, so that it has no resource: pass the root of its routes to addResource and resource, one of ${roots}.`,
  RESOURCE_NOT_MARKED: (resource) =>
    `${resource} overrides generated routes, but does not name their root: mark the class with @Resource(…).`,
  RESOURCE_UNKNOWN: (resource) =>
    `${resource} is marked @Resource, but is not one of the application's resources and would override nothing: add its folder to db.packagesToScan, or pass it as \`resources\`.`,
  RESOURCE_WITHOUT_ROOT: (resource, root) =>
    `${resource} is marked @Resource(${root}), which is not an aggregate root of the application: mark ${root} with @AggregateRoot, or describe it with root: true, or name another class.`,
  ROOT_WITHOUT_METHODS: (root, path) =>
    `The route at "${path}" names ${root}, an aggregate root, whose methods take no requests: put its method into a class marked @Resource(${root}), and pass that to resource.`,
});

/** All codes of {@link ResourceError}. */
export const RESOURCE_ERROR_CODES = codesOf(RESOURCE_MESSAGES);

export type ResourceErrorCode = (typeof RESOURCE_ERROR_CODES)[number];

/** A mistake in an override class or a constraint; it stops the start. */
export class ResourceError extends CodedError<ResourceErrorCode> {
  override readonly name = 'ResourceError';

  constructor(code: ResourceErrorCode, ...facts: string[]) {
    super(RESOURCE_MESSAGES, code, facts);
  }
}
