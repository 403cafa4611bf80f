import type { JsonSchema } from '../schema/json-schema';
import { type DataType, dataTypeOf, singleForm } from './data-type';

/** A Model Object of Swagger 1.2. */
export interface ModelObject {
  readonly id: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, DataType & { readonly description?: string }>>;
}

export function modelObject(id: string, schema: JsonSchema): ModelObject {
  const { description, required = [], properties = {} } = singleForm(schema);
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...dataTypeOf(property, true), ...descriptionOf(property) },
  ]);
  return {
    id,
    ...(description && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(described),
  };
}

/** Constraints that Swagger 1.2 cannot express are part of the description. */
function descriptionOf(property: JsonSchema): { readonly description?: string } {
  const { description, readOnly, writeOnly, type, pattern } = property;
  const permissions = property['x-permissions'];
  const notes = [
    description,
    readOnly && 'Read-only.',
    writeOnly && 'Write-only.',
    Array.isArray(type) && type.includes('null') && 'May be null.',
    pattern && `Matches ${pattern}.`,
    permissions && `Requires ${permissions.join(', ')}.`,
  ].filter(Boolean);
  return notes.length > 0 ? { description: notes.join(' ') } : {};
}

/** The models with these names and, recursively, the models that they refer to. Sorted by name. */
export function reachableModels(
  names: Iterable<string>,
  all: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, ModelObject>> {
  const models: Record<string, ModelObject> = {};
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const schema = all[name];
    if (!schema || models[name]) continue;
    models[name] = modelObject(name, schema);
    queue.push(...Object.values(models[name].properties).flatMap(typeNames));
  }
  return Object.fromEntries(Object.entries(models).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The type names in a data type: models and primitive types. */
export function typeNames({ type, $ref, items }: DataType): readonly string[] {
  return [type, $ref, ...(items ? typeNames(items) : [])].filter((name) => name !== undefined);
}
