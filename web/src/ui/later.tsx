import { type ComponentType, useEffect, useReducer, useState } from 'react'
import { toast } from './toast.tsx'
import { useErrorWords } from './words.tsx'

interface Missing {
  /** Its code could not be fetched, which has been said. Without this, the failure is the whole screen's. */
  onMissing?: () => void
}

type Later<Props> = ComponentType<Props & Missing> & {
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
  function Drawn({ onMissing, ...rest }: Props & Missing) {
    const props = rest as unknown as Props
    const words = useErrorWords()
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once; what is said of a failure follows the moment
    useEffect(() => {
      if (Piece !== null) return
      fetched().then(draw, (error: unknown) => {
        if (onMissing === undefined) return setFailure({ error })
        toast.error(words(error).title)
        onMissing()
      })
    }, [])
    if (failure !== null) throw failure.error
    return Piece === null ? null : <Piece {...props} />
  }
  return Object.assign(Drawn, { fetch: () => void fetched().catch(() => undefined) })
}
