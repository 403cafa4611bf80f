const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const { ROOT } = require('./compiled.cjs');

const ORDER = join('.build', 'spec-order');

/** Keeps jest's order of the spec files in .build; SPEC_ORDER=spec/a.spec.ts,spec/b.spec.ts runs those alone, in that order. */
module.exports = class SpecSequencer extends Sequencer {
  async sort(tests) {
    const given = process.env.SPEC_ORDER?.split(',');
    const order = given ? inOrder(tests, given) : await super.sort(tests);
    mkdirSync(join(ROOT, '.build'), { recursive: true });
    writeFileSync(
      join(ROOT, ORDER),
      order.map((test) => `${test.context.config.displayName?.name} ${pathOf(test)}\n`).join(''),
    );
    process.stderr.write(`The order of the spec files is in ${ORDER}\n`);
    return order;
  }
};

function inOrder(tests, paths) {
  return paths.flatMap((path) => tests.filter((test) => pathOf(test) === path));
}

function pathOf({ path }) {
  return relative(ROOT, path);
}
