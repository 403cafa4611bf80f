import { lowerFirst } from '../../naming';

/** The words of the language that no variable can have as its name, and the names that generated suites use themselves. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield
  add again all another app ascending before body bytes configDir changed changes child client clientWith clientWithout count deleted deletedPath
  descending different element entity expect expected fc field fields first found headers hidden it join kept keyOf keys list matchers missing one page
  moduleRoot name names omitted only other otherPath otherRoot others outside path payload payloads permissions permitted process projectRoot
  property read response samples scoped second seed settable shown step steps stored tag target third total unconditional unkeyed valid value values walk
  wrong`.split(/\s+/),
);

/** The variable that holds an entity of a class: `orderItem`, or `clientEntity` if the suite uses `client` itself. */
export function entityVariable(className: string): string {
  const name = lowerFirst(className);
  return RESERVED.has(name) ? `${name}Entity` : name;
}
