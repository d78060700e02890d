import { type ComponentType, useEffect, useReducer } from 'react'
import type { Part } from './route.ts'

/** A component in a file of its own; the router loads it before it is drawn, and what failed to load draws it when it is there. */
export function lazyRouteComponent<Props extends object>(
  load: () => Promise<Record<string, ComponentType<Props>>>,
  name: string,
): Part<Props> {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= (await load())[name]
  }
  function Lazy(props: Props) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    useEffect(() => {
      if (Loaded === undefined) preload().then(draw, () => undefined)
    }, [])
    return Loaded === undefined ? null : <Loaded {...props} />
  }
  return Object.assign(Lazy, { preload })
}

/** A function in a file of its own, loaded when it is called. */
export const lazyFn =
  <Given extends unknown[]>(load: () => Promise<Record<string, (...given: Given) => unknown>>, name: string) =>
  async (...given: Given): Promise<unknown> =>
    (await load())[name]?.(...given)
