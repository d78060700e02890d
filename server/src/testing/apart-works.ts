/* What the tests of threads run there. */

export const double = async (number: number): Promise<number> => number * 2

export async function* doubled(_: null, given: AsyncIterable<number>): AsyncGenerator<number> {
  for await (const number of given) yield number * 2
}

/** Fails as libraries do that decode in a callback: nobody can catch it. */
export function throwLater(): Promise<never> {
  return new Promise(() => setImmediate(fail))
}
const fail = () => {
  throw new Error('nobody caught this')
}

export async function throwAtOnce(): Promise<never> {
  return fail()
}

export function spin(): Promise<never> {
  while (true);
}

export async function grow(): Promise<never> {
  const held: object[] = []
  while (true) held.push({ at: held.length })
}

export const surroundings = async (): Promise<object> => ({ ...process.env })
