import type {
  BodyDescription,
  OperationDescription,
  ParameterDescription,
  ResponseDescription,
} from '../description/api-description';
import { OPERATOR_WORDS } from '../description/operator-words';
import type { JsonSchema } from '../schema/json-schema';
import { type DataType, dataTypeOf, hasListForm } from './data-type';

/** A Parameter Object of Swagger 1.2. */
export interface ParameterObject extends DataType {
  readonly paramType: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly allowMultiple?: boolean;
}

/** An Operation Object of Swagger 1.2. */
export interface OperationObject extends DataType {
  readonly method: string;
  readonly nickname: string;
  readonly summary: string;
  readonly notes?: string;
  readonly parameters: readonly ParameterObject[];
  readonly responseMessages: readonly object[];
  readonly produces?: readonly string[];
  readonly consumes?: readonly string[];
  readonly deprecated?: 'true';
  readonly authorizations?: object;
}

const LIST_BODY = 'The body may be an array of these: all of them are written, or none.';

/** @param schemes  the names of the authentication schemes */
export function operationObject(operation: OperationDescription, schemes: readonly string[]): OperationObject {
  const { method, id, summary, isDeprecated, parameters, body, responses, access } = operation;
  const success = responses.find(({ status }) => typeof status === 'number' && status < 300);
  const schema = success && jsonOf(success);
  const notes = notesOf(operation, body && jsonOf(body));
  return {
    method,
    nickname: id.replace(/\W/g, '_'),
    summary,
    ...(notes && { notes }),
    ...(schema ? dataTypeOf(schema) : { type: 'void' }),
    parameters: [...parameters.flatMap(parameterObjects), ...(body ? [bodyParameter(body)] : [])],
    responseMessages: responses.flatMap(responseMessage),
    ...(success && success.contents.length > 0 && { produces: success.contents.map(({ mediaType }) => mediaType) }),
    ...(body && { consumes: body.contents.map(({ mediaType }) => mediaType) }),
    ...(isDeprecated && { deprecated: 'true' as const }),
    ...(access.credentials === 'required' && { authorizations: Object.fromEntries(schemes.map((name) => [name, []])) }),
  };
}

function notesOf(
  { description, parameters, access: { permissions } }: OperationDescription,
  bodySchema: JsonSchema | undefined,
): string {
  const notes = [
    description,
    parameters.some(({ several }) => several === 'members') && OPERATOR_WORDS,
    bodySchema && hasListForm(bodySchema) && LIST_BODY,
    permissions.length > 0 && `Requires the permissions ${permissions.join(', ')}.`,
  ];
  return notes.filter(Boolean).join(' ');
}

/** A parameter whose members are parameters themselves becomes one for each. */
function parameterObjects(parameter: ParameterDescription): ParameterObject[] {
  const { name, in: paramType, isRequired: required, description, schema, several } = parameter;
  const common = { paramType, required, ...(description && { description }) } as const;
  if (several === 'members') {
    const members = Object.entries(schema.properties ?? {});
    return members.map(([member, one]) => ({ ...dataTypeOf(one), ...common, name: member }));
  }
  const one = several && schema.items ? schema.items : schema;
  const type = dataTypeOf(one);
  const single = type.type === 'array' ? { type: 'string' } : type;
  return [{ ...single, ...common, name, ...(several && { allowMultiple: true }) }];
}

function bodyParameter(body: BodyDescription): ParameterObject {
  const schema = jsonOf(body);
  const type = schema ? dataTypeOf(schema) : { type: 'object' };
  return { ...type, paramType: 'body', name: 'body', required: body.isRequired };
}

function responseMessage(response: ResponseDescription): object[] {
  if (typeof response.status !== 'number') return [];
  const schema = jsonOf(response);
  const { type } = schema ? dataTypeOf(schema) : {};
  const isModel = type !== undefined && /^[A-Z]/.test(type);
  return [{ code: response.status, message: response.description, ...(isModel && { responseModel: type }) }];
}

function jsonOf({ contents }: Pick<BodyDescription, 'contents'>): JsonSchema | undefined {
  const json = contents.find(({ mediaType }) => /\bjson$/.test(mediaType));
  return (json ?? contents[0])?.schema;
}
