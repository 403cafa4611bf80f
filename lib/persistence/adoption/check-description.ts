import { checkOptions, isObject, isPlainObject, Mistakes, type OptionKinds } from '../../foundation';
import { AGGREGATE_ROOT_OPTIONS, COLLECTION_OPTIONS, ONE_OPTIONS, SEARCHABLE_OPTIONS } from '../../metadata';
import { DESCRIBED_ACTION_OPTIONS, DESCRIPTION_OPTIONS, type ModelDescription } from './model-description';

const KEY_OPTIONS = { field: 'name', changeable: 'flag' } as const satisfies OptionKinds;

/** The options that a description has by the name of a member. */
const BY_MEMBER = {
  searchable: SEARCHABLE_OPTIONS,
  collections: COLLECTION_OPTIONS,
  ones: ONE_OPTIONS,
  actions: DESCRIBED_ACTION_OPTIONS,
} as const satisfies { readonly [K in keyof ModelDescription]: OptionKinds };

/**
 * Checks the names and types of all options of a description; the start checks the names of members.
 *
 * @throws OptionError; SeveralMistakes of these
 */
export function checkDescription(model: string, description: ModelDescription): void {
  const subject = `describeModel(${model})`;
  const given = isObject(description) ? description : {};
  const { root, key, memberDecorators } = given;
  const mistakes = new Mistakes(`in ${subject}`);
  const check = (options: unknown, known: OptionKinds, place: string) =>
    mistakes.collect(() => checkOptions(options, known, place));
  check(description, DESCRIPTION_OPTIONS, subject);
  if (isPlainObject(root)) check(root, AGGREGATE_ROOT_OPTIONS, `root in ${subject}`);
  if (isPlainObject(key)) check(key, KEY_OPTIONS, `key in ${subject}`);
  for (const [name, known] of Object.entries(BY_MEMBER)) {
    for (const [member, options] of entriesOf(given[name as keyof typeof BY_MEMBER])) {
      const isSwitch = name === 'searchable' && typeof options === 'boolean';
      if (!isSwitch) check(options, known, `${name}.${member} in ${subject}`);
    }
  }
  const decorated = entriesOf(memberDecorators).map(([member]) => [member, 'functions'] as const);
  check(memberDecorators, Object.fromEntries(decorated), `memberDecorators in ${subject}`);
  mistakes.report();
}

/** Options of another type are reported by the check of the whole description. */
function entriesOf(options: unknown): readonly (readonly [member: string, options: unknown])[] {
  return isPlainObject(options) ? Object.entries(options) : [];
}
