export { ApplicationConfiguration } from './config/application-configuration';
export type { ConfigurationClass, ConfigurationEntry, ConfigurationKeys } from './config/configuration';
export { Configuration } from './config/configuration';
export { ConfigurationError } from './config/configuration-error';
export type { ConfigurationLevel } from './config/configuration-level';
export type { AdminSettings, ConnectorSettings, SslSettings } from './config/container-configuration';
export { ContainerConfiguration } from './config/container-configuration';
export type { Limits, SerializerSetting } from './config/content-keys';
export { type LogsSection, logsSection } from './config/logs-section';
export type { Plugin } from './container/application';
export { Application } from './container/application';
export { ApplicationContext } from './container/application-context';
export { PROJECT_OPTIONS, type Project, type ProjectOptions } from './container/application-files';
export { ApplicationParts } from './container/application-parts';
export { CORE_APPLICATION_OPTIONS, type CoreApplicationOptions } from './container/application-settings';
export { collectApplications } from './container/collect-applications';
export { collectContainers } from './container/collect-containers';
export type { Bundle, ContainerOptions, DescribedConfiguration } from './container/container';
export { Container } from './container/container';
export type { StartErrorCode } from './container/errors';
export { START_ERROR_CODES, StartError } from './container/errors';
export type { InspectedParts } from './container/inspected-parts';
export { loadClass } from './container/module-loader';
export type { OpenedConnector } from './container/placement';
export type { ResourceClassOrInstance, ResourceMethod } from './container/resource-builder';
export { type HandlerWrapper, ResourceBuilder, RouteBuilder } from './container/resource-builder';
export { run } from './container/run';
export { abilitiesOf } from './container/serializers';
export { type ApplicationClass, isApplication } from './container/services';
export { UnreachableError } from './container/unreachable-error';
export { type ByteRange, byteRange } from './http/byte-range';
export type { ContentAdapter } from './http/content-adapter';
export { type ContentTag, digestOf, tagOfState } from './http/content-tag';
export { ContentWalk, keepNames, type Substitute } from './http/content-walk';
export { DefaultHeaders } from './http/default-headers';
export { DeferredContent } from './http/deferred-content';
export { derivedRequest } from './http/derived-request';
export { type EntityTag, entityTagsIn, isKnownTag, isMatched, verifyMatch } from './http/entity-tag';
export type { ErrorClass, ExceptionClass, ExceptionHandler } from './http/exception-mapping';
export type { FieldError } from './http/exceptions';
export {
  BadRequestException,
  ConflictException,
  ContentTooLargeException,
  ForbiddenException,
  GoneException,
  InternalServerErrorException,
  MAX_FIELD_ERRORS,
  MethodNotAllowedException,
  NotAcceptableException,
  NotFoundException,
  PreconditionFailedException,
  PreconditionRequiredException,
  RangeNotSatisfiableException,
  RequestHeaderFieldsTooLargeException,
  RequestTimeoutException,
  SeeOtherException,
  ServiceUnavailableException,
  TooManyRequestsException,
  UnauthorizedException,
  UnprocessableEntityException,
  UnsupportedMediaTypeException,
  UriTooLongException,
} from './http/exceptions';
export type { Filter, FilterChain } from './http/filter';
export { ResponseFilter } from './http/filter';
export type { Guard, RequestGuard } from './http/guard';
export { handlePromises } from './http/handle-promises';
export type { Health } from './http/health';
export type { ExceptionOptions } from './http/http-exception';
export { HttpException } from './http/http-exception';
export type { ItemBound } from './http/item-bound';
export type { ItemShape } from './http/item-shape';
export type { LoadState } from './http/limiter';
export type { Logger, ObjectFirstLogger, RecordLogger } from './http/logger';
export { objectFirst } from './http/logger-signature';
export { type MediaType, mediaTypeText, parseMediaType } from './http/media-type';
export type { Metrics, MetricsText } from './http/metrics';
export { parseTemplate, shapeOf } from './http/path-template';
export { toInstance } from './http/plain-instance';
export type { Principal } from './http/principal';
export type { Problem } from './http/problem';
export { RawBody } from './http/raw-body';
export type { ContentClass, Request } from './http/request';
export type { RequestObservation, RequestObserver, RequestOutcome } from './http/request-observer';
export type { CookieOptions, Response } from './http/response';
export type { ContentOptions } from './http/route-configuration';
export { ContentConfiguration, ResourceConfiguration, RouteConfiguration } from './http/route-configuration';
export type { HeadReader, RouteDefinition, RouteHandler } from './http/route-definition';
export type { HttpMethod, RouteDescription, RouteShapes, RouteUploads } from './http/route-description';
export type { RouteCall, RouteWrapper, WrittenResponse } from './http/route-wrapper';
export type { ContentShape, ContentStream, Serializer } from './http/serializer';
export { CsvSerializer } from './http/serializers/csv-serializer';
export { JsonSerializer, parseJson } from './http/serializers/json-serializer';
export { TextSerializer } from './http/serializers/text-serializer';
export { XmlSerializer } from './http/serializers/xml-serializer';
export { YamlSerializer } from './http/serializers/yaml-serializer';
export { StatusException } from './http/status-exception';
export { UnwritableContentError } from './http/unwritable-content-error';
export { UploadedFile } from './http/uploaded-file';
export { uriReference } from './http/uri-reference';
export type { KoaMiddleware, MiddlewareOptions } from './koa/application-middleware';
export { FormSerializer, MultipartSerializer } from './koa/form-serializer';
export { RouteTable } from './koa/route-table';
