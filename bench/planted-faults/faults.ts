/** A fault that is put into the compiled library, for the generated suites to find. */
export interface PlantedFault {
  readonly name: string;
  /** The path below the compiled library. */
  readonly file: string;
  /** The text to replace; it occurs exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** The sample whose suites run first. */
  readonly sample?: string;
}

const CLEARING_UPDATE = `store.update(entity, row, {
  ...Object.fromEntries([...entity.fields.values()].filter((field) => field.isNullable && field.origin === 'payload').map((field) => [field.name, null])),
  ...changes.values })`;

/** The faults, which are planted one at a time. */
export const FAULTS: readonly PlantedFault[] = [
  fault(
    'the chain of parents is not checked',
    'persistence/reads/place-criteria.js',
    'whereChildOf)(collection, parents)',
    'whereChildOf)(collection, {})',
  ),
  fault(
    'a failed unit of work is committed',
    'persistence/unit-of-work/run-unit-of-work.js',
    'await unit.transaction.rollback().catch',
    'await unit.transaction.commit().catch',
    'orders',
  ),
  fault(
    'pages begin one page too late',
    'persistence/reads/select-rows.js',
    'offset: (number - 1) * size',
    'offset: number * size',
  ),
  fault(
    'per_page is ignored',
    'rest/search/read-page.js',
    'const size = readPageSize(perPage, sizes);',
    'const size = readPageSize(undefined, sizes);',
  ),
  fault(
    'the total of the last page is that of the page',
    'operations/list-page.js',
    '(page.number - 1) * page.size + rows.length',
    'rows.length',
  ),
  fault('the count of a page is its size', 'rest/verbs/list.js', 'count: trees.length', 'count: page.size'),
  fault(
    'several keys are returned in any order',
    'persistence/reads/pick-by-keys.js',
    'return keys.flatMap((key) => entities.get(String(key)) ?? []);',
    'return found;',
  ),
  fault(
    'a write affects all entities of its collection',
    'operations/resolve-path.js',
    'store.find(place, keys, { isLocking: true, deleted, isWithoutBytes })',
    'store.find(place, undefined, { isLocking: true, deleted, isWithoutBytes })',
  ),
  fault(
    'hidden fields are shown',
    'rest/selection/visible-fields.js',
    "return access === 'open' || access === 'readOnly';",
    'return true;',
    'orders',
  ),
  fault(
    'permissions are not checked',
    'security/rights.js',
    'const denied = denial(required, what);',
    'const denied = undefined;',
    'orders',
  ),
  fault(
    'the permissions of a collection are not checked',
    'security/writing-permissions.js',
    'const entriesOf = (method) =>',
    'const entriesOf = (method) => path.length > 0 ? [] :',
    'orders',
  ),
  fault(
    'a request without credentials is treated as one without permissions (403 for 401)',
    'security/rights.js',
    'if (this.challenge !== undefined)',
    'if (false)',
    'orders',
  ),
  fault(
    'the version of the root is not incremented',
    'persistence/writes/incremented-version.js',
    ' || keys.length === 0',
    ' || keys.length >= 0',
  ),
  fault(
    'If-Match is ignored',
    'rest/concurrency/write-conditions.js',
    "const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;",
    "const ifMatch = undefined, ifNoneMatch = request.headers['if-none-match'];",
  ),
  fault(
    'children are left behind by a delete',
    'operations/deletion-plan.js',
    'await this.#addCascaded(collection.target, children);',
    '{ }',
    'petclinic',
  ),
  fault(
    'children that prevent the delete of their parent are deleted with it',
    'operations/deletion-plan.js',
    'const rule = this.deleting.ruleFor(collection);',
    "const rule = 'cascade';",
    'orders',
  ),
  fault(
    'a delete of several entities deletes only the first',
    'operations/delete-entities.js',
    'await plan.add((0, persistence_1.entityAt)(place), entities);',
    'await plan.add((0, persistence_1.entityAt)(place), entities.slice(0, 1));',
  ),
  fault(
    'an update of several entities updates only the first',
    'operations/update-rows.js',
    'of placed) {',
    'of placed.slice(0, 1)) {',
  ),
  fault(
    'a create of several entities creates only the first',
    'operations/create-entities.js',
    'const placed = payloads.map(',
    'const placed = payloads.slice(0, 1).map(',
  ),
  fault(
    'a delete in a many-to-many collection leaves the links',
    'operations/delete-entities.js',
    'await (0, persistence_1.unlink)(collection, [parent], entities);',
    '',
    'petclinic',
  ),
  fault('missing ids are not reported', 'rest/verbs/outcome.js', "response.setHeader('Missing-Ids', missing);", ';'),
  fault(
    'include is ignored',
    'rest/selection/read-selection.js',
    '{ ...names, hasDefaults: names.include === undefined',
    '{ ...names, include: undefined, hasDefaults: true',
  ),
  fault(
    'exclude is ignored',
    'rest/selection/read-selection.js',
    '{ ...names, hasDefaults',
    '{ ...names, exclude: undefined, hasDefaults',
  ),
  fault(
    'expand is ignored',
    'rest/selection/read-selection.js',
    '{ ...names, hasDefaults',
    '{ ...names, expand: undefined, hasDefaults',
  ),
  fault(
    'a search criterion is dropped',
    'rest/search/read-criteria.js',
    'if (conditions.size === 0 && !groups)',
    'if (conditions.size <= 1 && !groups)',
    'petclinic',
  ),
  fault(
    'a search through a collection finds everything',
    'persistence/reads/search-criteria.js',
    'whereParentOf)(step, targets)',
    'whereParentOf)(step, {})',
    'orders',
  ),
  fault('descending order is ignored', 'persistence/reads/keyset.js', "isDescending ? 'DESC' : 'ASC'", "'ASC'"),
  fault(
    'unknown parameters are ignored',
    'rest/search/search-reader.js',
    'if (firstUnknown === undefined || this',
    'if (true || this',
  ),
  fault(
    'unknown fields are ignored',
    'rest/payload/changes-reader.js',
    'this.rules.rejectUnknown(draft.path',
    '(() => undefined)(draft.path',
  ),
  fault(
    'required fields are not checked',
    'rest/payload/changes-reader.js',
    'this.rules.checkAbsentFields(draft, content, members.absentFields);',
    '{ }',
  ),
  fault(
    'decimals are not checked',
    'values/number-codecs.js',
    'if (!parts)',
    "if (!parts) return { value: '1.00' };\n if (!parts)",
    'orders',
  ),
  fault(
    'an update clears the fields that it does not contain',
    'operations/update-rows.js',
    'store.update(entity, row, changes.values)',
    CLEARING_UPDATE,
    'orders',
  ),
  fault(
    'an action acts on the first child',
    'operations/run-action.js',
    'store.find(place, keys, { isLocking: true })',
    'store.find(place, undefined, { isLocking: true })',
    'orders',
  ),
  fault(
    'a repeated idempotency key executes again',
    'rest/idempotency/idempotent-calls.js',
    'const stored = await this.#claim(keyed);',
    'const stored = undefined;',
    'petclinic',
  ),
  fault(
    'another payload with a used key gets the old response',
    'rest/idempotency/idempotent-calls.js',
    'if (stored.fingerprint !== fingerprint) {',
    'if (false) {',
    'petclinic',
  ),
  fault(
    'invariants are not checked',
    'persistence/writes/check-invariants.js',
    'if (violations.length > 0)',
    'if (false)',
    'orders',
  ),
];

function fault(name: string, file: string, text: string, replacement: string, sample?: string): PlantedFault {
  return { name, file, text, replacement, sample };
}
