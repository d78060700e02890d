import { type ComponentType, useEffect, useReducer, useState } from 'react'

type Later<Props> = ComponentType<Props> & {
  /** Ahead of need: a pointer comes near. A failure is for whoever then draws it. */
  fetch: () => void
}

/**
 * A piece whose code is fetched when it is first drawn, and nothing stands there until then. React's own `lazy` waits 300 ms
 * before it replaces what it showed meanwhile; a click should be answered in a third of that.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let Piece: ComponentType<Props> | null = null
  const fetched = async () => {
    Piece ??= (await load()).default
  }
  function Drawn(props: Props) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Piece === null) fetched().then(draw, (error: unknown) => setFailure({ error }))
    }, [])
    if (failure !== null) throw failure.error
    return Piece === null ? null : <Piece {...props} />
  }
  return Object.assign(Drawn, { fetch: () => void fetched().catch(() => undefined) })
}
