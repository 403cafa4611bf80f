import type { TestPlace } from './test-place';

/** Stores another root and declares `otherPath`: the path that `entity` would have below that root, where it is not found. */
export function otherRootPathCode({ root }: TestPlace): string {
  return `const otherRoot = await app.create('${root.model}');
const otherPath = app.at(path, entity).replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', otherRoot));`;
}
