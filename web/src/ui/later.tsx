import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useReducer,
  useState,
} from 'react'
import { ErrorBlock } from './ErrorBlock.tsx'
import { inSpareTime } from './spareTime.ts'
import { toast } from './toast.tsx'
import { useErrorWords } from './words.tsx'

interface Meanwhile {
  /**
   * Called after the code could not be loaded and a toast was shown. By default a popup closes around it; elsewhere
   * the error and a retry button take the place of the component, and the rest of the screen stays.
   */
  onMissing?: () => void
  /** Shown until the code is there, and the texts that it uses. */
  waiting?: ReactNode
}

/** Load again what could not be loaded, for each such place: a line that is back is back for all of them. */
const retries = new Set<() => void>()

/** Closes what stands around a component whose code could not be loaded. */
export const CloseContext = createContext<(() => void) | undefined>(undefined)

type Later<Props> = ComponentType<Props & Meanwhile> & {
  /** Preloads the code, for example on hover. Errors are ignored here; rendering reports them. */
  fetch: () => void
}

/**
 * A component whose code is loaded on first render; it renders nothing or `waiting` until then. Replaces `React.lazy`,
 * which keeps the previous content for 300 ms: too slow for an answer to a click, and which never loads again what it
 * could not load once.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let Piece: ComponentType<Props> | null = null
  const fetched = async () => {
    Piece ??= (await load()).default
  }
  function Drawn({ onMissing, waiting, ...rest }: Props & Meanwhile) {
    const props = rest as unknown as Props
    const close = use(CloseContext)
    const giveUp = onMissing ?? close
    const words = useErrorWords()
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once and after a retry; the error text does not need to be current
    useEffect(() => {
      if (Piece !== null || failure !== null) return
      fetched().then(draw, (error: unknown) => {
        if (giveUp === undefined) return setFailure({ error })
        toast.error(words(error).title)
        giveUp()
      })
    }, [failure])
    useEffect(() => {
      if (failure === null) return
      const retry = () => setFailure(null)
      retries.add(retry)
      return () => void retries.delete(retry)
    }, [failure])
    if (failure !== null) {
      return <ErrorBlock error={failure.error} retry={() => [...retries].forEach((retry) => void retry())} />
    }
    const piece = Piece === null ? null : <Piece {...props} />
    return waiting === undefined ? piece : <Suspense fallback={waiting}>{piece ?? waiting}</Suspense>
  }
  return Object.assign(Drawn, { fetch: () => void fetched().catch(() => undefined) })
}

/**
 * A dialog whose code is loaded when it first opens, or earlier when the browser is idle. After that it stays mounted, so that
 * its closing transition runs.
 */
export function laterDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isOpened: (props: Props) => boolean,
): ComponentType<Props> {
  const Piece = later(load) as ComponentType<Props & Meanwhile> & Pick<Later<Props>, 'fetch'>
  return function Waiting(props: Props) {
    const [used, setUsed] = useState(false)
    const opened = isOpened(props)
    useEffect(() => inSpareTime(Piece.fetch), [])
    if (opened && !used) setUsed(true)
    return used || opened ? <Piece {...props} onMissing={props.onClose} /> : null
  }
}
