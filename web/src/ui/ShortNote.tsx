import { NoValue } from './NoValue.tsx'
import { Tooltip } from './Tooltip.tsx'

/** Characters of a note that a table shows. */
const shown = 80

/** A note, cut to 80 characters; the whole note is in a tooltip. */
export function ShortNote({ note }: { note: string | null }) {
  if (!note) return <NoValue />
  if (note.length <= shown) return note
  return (
    <Tooltip label={note}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches the tooltip through it */}
      <span tabIndex={0}>{note.slice(0, shown)}…</span>
    </Tooltip>
  )
}
