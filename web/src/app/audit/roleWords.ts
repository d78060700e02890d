/** `c-r-u` in words: "Create, Read, Update". */
export const roleWords = (flags: string, word: (key: string, otherwise: string) => string): string =>
  flags
    .split('-')
    .map((flag) => word(`values:flag.${flag}`, flag))
    .join(', ')
