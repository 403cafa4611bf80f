import { snakeCase } from './case';

/**
 * Maps the wire names of a class back to the original domain names: `customer_url` → `customerURL`.
 */
export class WireNames {
  readonly #domainByWire = new Map<string, string>();

  /** @param domainNames  camelCase, as declared by the class */
  constructor(domainNames: Iterable<string>) {
    for (const name of domainNames) {
      const wire = snakeCase(name);
      const other = this.#domainByWire.get(wire);
      if (other !== undefined && other !== name) throw new WireNameClash(wire, other, name);
      this.#domainByWire.set(wire, name);
    }
  }

  toDomain(wireName: string): string | undefined {
    return this.#domainByWire.get(wireName);
  }

  /** In the order declared. */
  get wireNames(): readonly string[] {
    return [...this.#domainByWire.keys()];
  }
}

/** Two domain names with the same wire name. */
export class WireNameClash extends Error {
  override readonly name = 'WireNameClash';

  constructor(
    readonly wireName: string,
    readonly first: string,
    readonly second: string,
  ) {
    super(`"${first}" and "${second}" would both be "${wireName}" on the wire: rename one of the two.`);
  }
}
