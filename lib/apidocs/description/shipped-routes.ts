import type { RouteDescription } from '../../core';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { RouteDocumentation } from './route-documentation';

const texts = arrayOf({ type: 'string' });

/** The name of the model of routes. */
export const LISTED_ROUTE = 'ListedRoute';

export const LISTED_ROUTE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    method: { type: 'string' },
    path: { type: 'string' },
    name: { type: 'string', description: 'The method by which the route is overridden.' },
    media_type: { type: 'string' },
    resource: { type: 'string', description: 'The class of the method, or `generated`.' },
    permissions: texts,
    query_params: texts,
  },
  required: ['method', 'path', 'name', 'resource', 'permissions', 'query_params'],
};

const listedRoute = refTo(LISTED_ROUTE);

const whoAmI: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, roles: texts, permissions: texts },
  required: ['name', 'roles', 'permissions'],
};

const credentials: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, password: { type: 'string', format: 'password' } },
  required: ['name', 'password'],
  additionalProperties: false,
};

/** The group of the routes that tell of routes. */
export const ADMINISTRATION = 'Administration';

/** By class and method: the routes that come with the framework and are no part of the domain. */
const SHIPPED: Readonly<Record<string, RouteDocumentation>> = {
  'RouteListing.listRoutes': {
    summary: 'List the routes of the application',
    tag: ADMINISTRATION,
    responses: { 200: { description: 'The routes.', content: [listedRoute] } },
  },
  'RouteListing.readRoutes': {
    summary: 'List the routes of a resource',
    tag: ADMINISTRATION,
    parameters: { resource: { description: 'The first segment of the paths.' } },
    responses: { 200: { description: 'The routes.', content: [listedRoute] } },
  },
  'SessionResource.createSession': {
    summary: 'Log in',
    tag: 'Session',
    body: credentials,
    responses: { 200: { description: 'Who one is now; the cookie of the session is set.', content: whoAmI } },
  },
  'SessionResource.readSession': {
    summary: 'Ask who one is',
    tag: 'Session',
    responses: { 200: { description: 'Who one is.', content: whoAmI } },
  },
  'SessionResource.deleteSession': {
    summary: 'Log out',
    tag: 'Session',
    responses: { 204: { description: 'The session has ended.' } },
  },
};

export function shippedDocumentation({ resource, name }: RouteDescription): RouteDocumentation | undefined {
  return SHIPPED[`${resource}.${name}`];
}
