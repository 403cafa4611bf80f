import type { ApiResponse } from './serve-shop';

/** A random integer below the given bound. */
export type Random = (below: number) => number;

/** The same sequence for each seed. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A write to one of the expanded workbenches, or to a new one. */
export function randomWrite(random: Random, all: ApiResponse['body']): [string, string, unknown?] {
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
