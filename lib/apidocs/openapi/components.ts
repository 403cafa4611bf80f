import type {
  BodyDescription,
  HeaderDescription,
  ParameterDescription,
  ResponseDescription,
} from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';
import { parameterObject } from './parameter-object';
import { bodyObject, headerObject, responseObject } from './response-object';

const NOT_ALPHANUMERIC = /[^a-z0-9]/gi;

/** One section of the components: objects by name. */
class Section {
  readonly #texts = new Map<string, string>();
  /** Names by their identifier in generated clients, where `Pet.type.name` and `PetType.name` are the same. */
  readonly #names = new Map<string, string>();
  readonly #objects: Record<string, object> = {};

  constructor(private readonly name: string) {}

  /** Sorted by name. */
  get all(): Readonly<Record<string, object>> {
    return Object.fromEntries(Object.entries(this.#objects).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Returns a reference to the object, or the object itself if it has no name or its name is used by another object. */
  place(name: string | undefined, object: object): object {
    if (name === undefined) return object;
    const identifier = name.replace(NOT_ALPHANUMERIC, '').toLowerCase();
    const text = JSON.stringify(object);
    const isTaken = (this.#names.get(identifier) ?? name) !== name || (this.#texts.get(name) ?? text) !== text;
    if (isTaken) return object;
    this.#names.set(identifier, name);
    this.#texts.set(name, text);
    this.#objects[name] = object;
    return { $ref: `#/components/${this.name}/${name}` };
  }
}

/** The Components Object, to which operations add what they refer to. */
export class Components {
  readonly #parameters = new Section('parameters');
  readonly #responses = new Section('responses');
  readonly #bodies = new Section('requestBodies');
  readonly #headers = new Section('headers');

  constructor(private readonly securitySchemes: Readonly<Record<string, object>>) {}

  get schemeNames(): readonly string[] {
    return Object.keys(this.securitySchemes);
  }

  parameter(parameter: ParameterDescription): object {
    return this.#parameters.place(parameter.component, parameterObject(parameter));
  }

  body(body: BodyDescription): object {
    return this.#bodies.place(body.component, bodyObject(body));
  }

  response(response: ResponseDescription, links?: object): object {
    const object = responseObject(response, (header) => this.#header(header), links);
    return this.#responses.place(response.component, object);
  }

  /** The finished object, with the schemas of the models. */
  withSchemas(schemas: Readonly<Record<string, JsonSchema>>): object {
    return {
      schemas,
      responses: this.#responses.all,
      parameters: this.#parameters.all,
      requestBodies: this.#bodies.all,
      headers: this.#headers.all,
      ...(this.schemeNames.length > 0 && { securitySchemes: this.securitySchemes }),
    };
  }

  #header(header: HeaderDescription): object {
    return this.#headers.place(header.name, headerObject(header));
  }
}
