import type { ReactNode } from 'react'
import { Fact, Facts } from './layout.tsx'

export interface Definition {
  term: string
  value: ReactNode
  /** Takes the whole width, for long text. */
  wide?: boolean
  /** The usual number of lines, for which space is reserved while it loads. */
  lines?: number
}

/** A list of label and value pairs (`<dl>`). */
export const DefinitionList = ({ items, loading }: { items: readonly Definition[]; loading?: boolean }) => (
  <Facts loading={loading}>
    {items.map(({ term, value, wide, lines }) => (
      <Fact key={term} label={term} wide={wide} {...(lines && { lines })}>
        {value}
      </Fact>
    ))}
  </Facts>
)
