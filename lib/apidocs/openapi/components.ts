import type { AnswerDescription, HeaderDescription, ParameterDescription } from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';
import { parameterObject } from './parameter-object';
import { headerObject, responseObject } from './response-object';

type Named = Record<string, object>;

/** What operations refer to, gathered while they are written. */
export class Components {
  readonly #parameters: Named = {};
  readonly #responses: Named = {};
  readonly #headers: Named = {};

  constructor(private readonly securitySchemes: Readonly<Named>) {}

  get schemeNames(): readonly string[] {
    return Object.keys(this.securitySchemes);
  }

  parameter(parameter: ParameterDescription): object {
    const { component } = parameter;
    if (component === undefined) return parameterObject(parameter);
    this.#parameters[component] = parameterObject(parameter);
    return { $ref: `#/components/parameters/${component}` };
  }

  response(answer: AnswerDescription, links?: object): object {
    const response = responseObject(answer, (header) => this.#header(header), links);
    if (answer.component === undefined) return response;
    this.#responses[answer.component] = response;
    return { $ref: `#/components/responses/${answer.component}` };
  }

  /** The whole section; what nothing refers to is not in it. */
  with(schemas: Readonly<Record<string, JsonSchema>>): object {
    return {
      schemas,
      responses: sorted(this.#responses),
      parameters: sorted(this.#parameters),
      headers: sorted(this.#headers),
      ...(this.schemeNames.length > 0 && { securitySchemes: this.securitySchemes }),
    };
  }

  #header(header: HeaderDescription): object {
    this.#headers[header.name] = headerObject(header);
    return { $ref: `#/components/headers/${header.name}` };
  }
}

function sorted(named: Named): Named {
  return Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));
}
