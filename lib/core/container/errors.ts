import { CodedError, codesOf, messagesByCode } from '../../foundation';

const MESSAGES = messagesByCode({
  ALREADY_STARTED: (name) => `${name} has started already: register its parts before the start.`,
  APPLICATION_INVALID: (place, part) =>
    `${place} has ${part} as an application, but it does not extend Application: name a class that does.`,
  APPLICATION_NOT_FOUND: (file) =>
    `There is no application to serve: list one in ${file}, as module or module:ExportName, or pass one to the container.`,
  BUNDLE_INVALID: (place, part, fault) => `${place} has ${part} as a bundle, but ${fault}.`,
  BUNDLE_UNKNOWN: (name, known) =>
    `Unknown bundle ${name} in the key bundles: correct the class name. Known bundles: ${known}.`,
  CONFIGURATION_INVALID: (place, part, name) =>
    `${place} is configured by ${part}, which is not a ${name}: write new ${name}({ … }).`,
  CONTENT_ADAPTER_INVALID: (application, part, fault) =>
    `${application} adds ${part} as a content adapter, but ${fault}.`,
  DEFAULT_MEDIA_TYPE_UNSUPPORTED: (place, mediaType, known) =>
    `${place} has the default media type "${mediaType}", which no serializer writes: add one that does, or take one of ${known}.`,
  EXCEPTION_HANDLER_INVALID: (application, part, error, fault) =>
    `${application} adds ${part} as the handler of ${error}, but ${fault}.`,
  EXCEPTION_MAPPING_INVALID: (application, error, fault) => `${application} maps ${error}, but ${fault}.`,
  EXPORT_NOT_FOUND: (module, names) =>
    `"${module}" names no single class of its module (it exports ${names}): write module:ExportName.`,
  FILTER_INVALID: (application, part, fault) => `${application} adds ${part} as a filter, but ${fault}.`,
  GUARD_INVALID: (application, part) =>
    `${application} adds ${part} as a guard, but it has neither checkRequest() nor verifyRoutes(): add one of the two, or correct the name.`,
  MIDDLEWARE_HEALTH_INVALID: (application, path) =>
    `The middleware of ${application} has the path "${path}" for its health: begin it with a slash, as "/${path}".`,
  MIDDLEWARE_PREFIX_INVALID: (application, prefix) =>
    `The middleware of ${application} has the prefix "${prefix}": begin it with a slash, as "/${prefix}".`,
  MODULE_NOT_FOUND: (module, root, reason) =>
    `The module "${module}" cannot be loaded from ${root} (${reason}): correct its name, which is relative to that folder.`,
  MODULE_UNLOADABLE: (module, root, reason, remedy) =>
    `The module "${module}" of ${root} cannot be loaded: ${reason} Correct ${remedy}.`,
  MOUNT_MISSING: (name) =>
    `${name} has no mount path and is not the only application: add it to mounts in config/container.yml.`,
  MOUNT_TAKEN: (path, first, second) =>
    `${first} and ${second} are both mounted at "${path}": give one of the two another path in mounts.`,
  MOUNT_UNKNOWN: (name, known) =>
    `Unknown application ${name} in the key mounts: correct the class name. Known applications: ${known}.`,
  NOT_STARTED: (name) => `${name} has not been started: await its start() first.`,
  ATTRIBUTE_SET_TWICE: (path, name) =>
    `The routes at ${path} set the attribute "${name}" twice: an attribute applies to all methods of a builder, so use a builder for each.`,
  OBSERVER_INVALID: (application, part, fault) => `${application} adds ${part} as an observer, but ${fault}.`,
  PATH_INVALID: (route, reason) => `The route ${route} cannot be used. ${reason}`,
  PLUGIN_INVALID: (application, part, fault) => `${application} registers ${part} as a plugin, but ${fault}.`,
  PORT_IN_USE: (port, key) => `The port ${port} is in use: choose another at ${key} in config/container.yml.`,
  PORT_UNAVAILABLE: (address, key, reason) => `Cannot listen at ${address} (${reason}): correct ${key}.`,
  RESOURCE_CONFIGURED_TWICE: (resource) =>
    `The resource ${resource} is configured twice by addResource: write one ResourceConfiguration with the settings of both.`,
  RESOURCE_INVALID: (application, part) =>
    `${application} has ${part} as a resource: pass a class without constructor arguments, or an instance.`,
  RESOURCE_METHOD_MISSING: (resource, method, path, nearest) =>
    `${resource} has no method "${method}", which the route ${path} names: add it, or correct the name${nearest && ` (the nearest is "${nearest}")`}.`,
  RESOURCE_WITHOUT_ROUTES: (resource) =>
    `The resource ${resource} has a configuration and no routes, so that the configuration has no effect: pass the same class or instance to addResource and resource.`,
  ROUTE_BODY_UNKNOWN: (path, body) =>
    `The routes at ${path} have the body "${body}": write 'required', 'optional' or 'none'.`,
  ROUTE_HANDLER_MISSING: (route) => `The route ${route} has no handle(): give it one.`,
  ROUTE_METHOD_UNKNOWN: (route, method) =>
    `The route ${route} has the method "${method}": write GET, POST, PUT, PATCH or DELETE; HEAD and OPTIONS are added automatically.`,
  ROUTE_TAKEN: (first, second) =>
    `The routes ${first} and ${second} match the same requests: change the path or the method of one.`,
  SERIALIZER_INVALID: (place, mediaType, fault) => `${place} has a serializer of "${mediaType}", but ${fault}.`,
  SERIALIZER_UNKNOWN: (mediaType, name, known) =>
    `Unknown serializer "${name}" of ${mediaType}: write module:ExportName, or one of ${known}.`,
  STOPPED_DURING_START: (name) =>
    `${name} was stopped before its start had ended: what it had started is stopped again.`,
  STOP_TIMED_OUT: (part, ms) =>
    `${part} did not end within ${ms} ms: the stop went on without it. Let it end sooner, or raise server.shutdownTimeoutMs.`,
  KEY_STORE_UNREADABLE: (file, key, reason) => `The key store ${file} of ${key} cannot be used: ${reason}.`,
});

/** All codes of {@link StartError}. */
export const START_ERROR_CODES = codesOf(MESSAGES);

export type StartErrorCode = (typeof START_ERROR_CODES)[number];

/** A mistake in the setup of an application or a container. It stops the start. */
export class StartError extends CodedError<StartErrorCode> {
  override readonly name = 'StartError';

  constructor(code: StartErrorCode, ...facts: string[]) {
    super(MESSAGES, code, facts);
  }
}

/** A part that did not stop in time. */
export class StopError extends CodedError<'STOP_TIMED_OUT'> {
  override readonly name = 'StopError';

  constructor(part: string, waitedMs: number) {
    super(MESSAGES, 'STOP_TIMED_OUT', [part, String(waitedMs)]);
  }
}
