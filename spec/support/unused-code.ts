let number = 0;

/** A code that no other entity of the spec has. */
export const unusedCode = () => `C-${++number}`;
