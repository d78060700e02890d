/** The first letters of the first two words of a name (rules V11); what is no word, as a bracket or an ampersand, has none. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()
}
