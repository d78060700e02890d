import { StatusTag, type Tone } from '../ui/StatusTag.tsx'
import { shownAs } from './known.ts'

interface KnownTagProps<V extends string> {
  /** What it is a state of, for the console: "order status". */
  kind: string
  value: V
  tones: Readonly<Record<V, Tone>>
  word: (value: V) => string
  /** Whether what has this tone is a step on the way, which asks nothing of anybody. */
  isStep?: (tone: Tone) => boolean
}

/** The tag of a state that the server names, known or not (rules V10). */
export function KnownTag<V extends string>({ kind, value, tones, word, isStep }: KnownTagProps<V>) {
  const shown = shownAs(kind, value, tones, word)
  return (
    <StatusTag tone={shown.tone} isStep={isStep?.(shown.tone) ?? false}>
      {shown.word}
    </StatusTag>
  )
}
