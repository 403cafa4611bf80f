import type { RouteDescription } from '../../core';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { RouteDocumentation } from './route-documentation';

const strings = arrayOf({ type: 'string' });

/** Name of the model. */
export const LISTED_ROUTE = 'ListedRoute';

export const LISTED_ROUTE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    method: { type: 'string' },
    path: { type: 'string' },
    name: { type: 'string', description: 'The name of the method that overrides the route.' },
    media_type: { type: 'string' },
    resource: { type: 'string', description: 'The class of the method, or `generated`.' },
    permissions: strings,
    query_params: strings,
  },
  required: ['method', 'path', 'name', 'resource', 'permissions', 'query_params'],
};

const listedRoute = refTo(LISTED_ROUTE);

const principal: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, roles: strings, permissions: strings },
  required: ['name', 'roles', 'permissions'],
};

const credentials: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, password: { type: 'string', format: 'password' } },
  required: ['name', 'password'],
  additionalProperties: false,
};

/** The tag of the routes that list routes. */
export const ADMINISTRATION = 'Administration';

/** The documentation of the framework's own routes, by class and method. */
const SHIPPED: Readonly<Record<string, RouteDocumentation>> = {
  'RouteListing.listRoutes': {
    summary: 'List the routes of the application',
    description: 'With the permissions that they require.',
    tag: ADMINISTRATION,
    responses: { 200: { description: 'The routes.', content: [listedRoute] } },
  },
  'RouteListing.readRoutes': {
    summary: 'List the routes of a resource',
    tag: ADMINISTRATION,
    description: 'With the permissions that they require.',
    parameters: { resource: { description: 'The first path segment of the routes.' } },
    responses: {
      200: { description: 'The routes.', content: [listedRoute] },
      404: { description: 'The resource has no routes.' },
    },
  },
  'SessionResource.createSession': {
    summary: 'Log in',
    description: 'Ends the session that the request had before.',
    tag: 'Session',
    body: credentials,
    responses: {
      200: { description: 'The logged-in principal. The response sets the session cookie.', content: principal },
      401: { description: 'Name or password is wrong.' },
      403: { description: 'The request comes from a page of another origin.' },
    },
  },
  'SessionResource.readSession': {
    summary: 'Read the logged-in principal',
    description: 'Whatever the credentials of the request are.',
    tag: 'Session',
    responses: { 200: { description: 'The logged-in principal.', content: principal } },
  },
  'SessionResource.deleteSession': {
    summary: 'Log out',
    description: 'Does nothing without a session.',
    tag: 'Session',
    responses: { 204: { description: 'The session was ended.' } },
  },
};

export function shippedDocumentation({ resource, name }: RouteDescription): RouteDocumentation | undefined {
  return SHIPPED[`${resource}.${name}`];
}
