/**
 * Whether the installed version is above the highest covered one. Compared number by number; a missing number counts as
 * 0, and a suffix after the dotted numbers is ignored.
 */
export function isAbove(installed: string | null | undefined, maximum: string | null): boolean {
  if (!installed || !maximum) return false
  const [a, b] = [numbersOf(installed), numbersOf(maximum)]
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

const numbersOf = (version: string): number[] => (/\d+(\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number)
