let forced: number | undefined

/**
 * A number of rows (or accounts, or people) at which a statement takes another way. Networks of tests are small, so that only one
 * way would ever be tested: tests force the limit (`testing/limits.many.ts`).
 */
export const limitOf = (usual: number): number => forced ?? usual

/** For tests: every limit is this one, 0 for the ways of many rows; undefined for the usual limits. */
export const forceLimits = (limit: number | undefined): void => {
  forced = limit
}
