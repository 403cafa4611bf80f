/**
 * Makes a function work out its result once for each object, and keep it as long as the object.
 *
 * @param find its other arguments are the same for the same object
 */
export function oncePer<K extends object, Others extends readonly unknown[], V>(
  find: (key: K, ...others: Others) => V,
): (key: K, ...others: Others) => V {
  const results = new WeakMap<K, V>();
  return (key, ...others) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as V;
    const result = find(key, ...others);
    results.set(key, result);
    return result;
  };
}
