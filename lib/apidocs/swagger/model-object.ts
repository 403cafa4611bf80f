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

/** What Swagger 1.2 has no words for is said in the description. */
function descriptionOf(property: JsonSchema): { readonly description?: string } {
  const { description, readOnly, writeOnly, type, pattern } = property;
  const permissions = property['x-permissions'];
  const notes = [
    description,
    readOnly && 'Read-only.',
    writeOnly && 'Write-only.',
    Array.isArray(type) && type.includes('null') && 'May be null.',
    pattern && `Written as ${pattern}.`,
    permissions && `Needs ${permissions.join(', ')}.`,
  ].filter(Boolean);
  return notes.length > 0 ? { description: notes.join(' ') } : {};
}

/** The models that a data type leads to, those of models included. */
export function modelsFrom(
  names: Iterable<string>,
  all: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, ModelObject>> {
  const models: Record<string, ModelObject> = {};
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const schema = all[name];
    if (!schema || models[name]) continue;
    models[name] = modelObject(name, schema);
    left.push(...Object.values(models[name].properties).flatMap(namesIn));
  }
  return Object.fromEntries(Object.entries(models).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The names of models in a data type. */
export function namesIn({ type, $ref, items }: DataType): readonly string[] {
  return [type, $ref, ...(items ? namesIn(items) : [])].filter((name) => name !== undefined);
}
