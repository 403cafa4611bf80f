import type {
  BodyDescription,
  HeaderDescription,
  ParameterDescription,
  ResponseDescription,
} from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';
import { parameterObject } from './parameter-object';
import { bodyObject, headerObject, responseObject } from './response-object';

const NO_LETTER = /[^a-z0-9]/gi;

/** One section: objects by the names that references to them have. */
class Section {
  readonly #written = new Map<string, string>();
  /** By what is left of a name in the identifiers of programs: `Pet.type.name` and `PetType.name` are one there. */
  readonly #names = new Map<string, string>();
  readonly #objects: Record<string, object> = {};

  constructor(private readonly name: string) {}

  /** Objects by name, in the order of the names. */
  get all(): Readonly<Record<string, object>> {
    return Object.fromEntries(Object.entries(this.#objects).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** A reference, or the object itself where it has no name, or another object has it, or one that programs take for it. */
  place(name: string | undefined, object: object): object {
    if (name === undefined) return object;
    const letters = name.replace(NO_LETTER, '').toLowerCase();
    const text = JSON.stringify(object);
    const isTaken = (this.#names.get(letters) ?? name) !== name || (this.#written.get(name) ?? text) !== text;
    if (isTaken) return object;
    this.#names.set(letters, name);
    this.#written.set(name, text);
    this.#objects[name] = object;
    return { $ref: `#/components/${this.name}/${name}` };
  }
}

/** What operations refer to, gathered while they are written. */
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

  /** The whole section; what nothing refers to is not in it. */
  with(schemas: Readonly<Record<string, JsonSchema>>): object {
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
