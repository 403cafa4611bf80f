import { contractChanges } from '../../lib/cli/contract/contract-changes';
import type { ContractDocument } from '../../lib/cli/contract/contract-file';

type Components = ContractDocument['components'];
type Documents = Readonly<Record<string, ContractDocument>>;

/** The changes between two contracts, one line each: `breaking GET /orders, the key 1: is removed`. */
export function changeLines(before: Documents, now: Documents): readonly string[] {
  const contractOf = (applications: Documents) => ({ contract: 1, applications }) as const;
  return contractChanges(contractOf(before), contractOf(now)).map(
    ({ class: of, place, part, what }) => `${of} ${place}${part && `, ${part}`}: ${what}`,
  );
}

/** The changes of the operation `PUT /orders/{id}`. */
export function operationLines(before: object, now: object, components: Components = {}, newComponents = components) {
  const documentOf = (operation: object, parts: Components) => ({
    shop: { paths: { '/orders/{id}': { put: operation } }, ...(parts && { components: parts }) },
  });
  return changeLines(documentOf(before, components), documentOf(now, newComponents));
}

/** The changes of the schema `Order` in requests or in responses. */
export function schemaLines(direction: 'requests' | 'responses', before: object, now: object): readonly string[] {
  const content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } };
  const operation = direction === 'requests' ? { requestBody: content } : { responses: { 200: content } };
  const componentsOf = (Order: object) => ({ schemas: { Order } });
  return operationLines(operation, operation, componentsOf(before), componentsOf(now)).map((line) =>
    line.replace(` Order in ${direction}`, ''),
  );
}
