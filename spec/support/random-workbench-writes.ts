import type { Below } from './seed';
import type { ApiResponse } from './serve-shop';

/** A write to one of the expanded workbenches, or to a new one. */
export function randomWrite(random: Below, all: ApiResponse['body']): [string, string, unknown?] {
  const some = (count: number, make: () => unknown) => Array.from({ length: random(count + 1) }, make);
  const name = () => ['saw', 'axe', 'file', 'a name that is too long for it'][random(4)];
  const tool = () => ({ name: name(), price: random(9), screws: some(2, () => ({ size: random(4) })) });
  if (all.length === 0 || random(6) === 0) return ['POST', '/workbenches', { room: 'r', tools: some(2, tool) }];
  const one = all[random(all.length)];
  const at = `/workbenches/${one.id}`;
  const known = (one.tools as { id: number }[]).filter(() => random(2) === 0);
  const tools = [...known.map(({ id }) => ({ id, price: random(9) })), ...some(2, tool)];
  const [first] = one.tools;
  const choices: [string, string, unknown?][] = [
    ['PUT', at, { uses: random(5), tools }],
    ['PUT', `${at}/tools`, tools],
    ['PUT', `${at}/tidy`, { uses: random(120) }],
    ['PUT', `${at}/lamp`, { watts: random(3) }],
    ['POST', `${at}/tools`, some(3, tool)],
    ['DELETE', first ? `${at}/tools/${first.id}` : at],
    ['POST', first ? `${at}/tools/${first.id}/screws` : `${at}/tools`, first ? { size: random(4) } : tool()],
    ['PUT', `${all.map(({ id }: { id: number }) => id).join(',')}`.replace(/^/, '/workbenches/'), { uses: random(5) }],
  ];
  return choices[random(choices.length)]!;
}
