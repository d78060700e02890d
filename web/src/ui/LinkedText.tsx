import { Fragment } from 'react'
import styles from './EntityLink.module.css'
import { useFollowing } from './following.ts'
import { InternalLink } from './link.tsx'

interface Named {
  name: string
  /** Absent if the reader may not open the page, or if it is the current page. */
  href?: string | null | undefined
}

interface LinkedTextProps<Name extends string> {
  names: Record<Name, Named>
  /** Returns the translated sentence, with the given placeholders in place of the names, so that each language can order them. */
  children: (marks: Record<Name, string>) => string
  onFollow?: () => void
}

/** The character before and after the key of a name in a placeholder; it never occurs in a text. */
const mark = '\u0001'

/** A sentence whose names are links to their pages. */
export function LinkedText<Name extends string>({ names, children, onFollow }: LinkedTextProps<Name>) {
  const following = useFollowing(onFollow)
  const keys = Object.keys(names) as Name[]
  const marks = Object.fromEntries(keys.map((key) => [key, mark + key + mark])) as Record<Name, string>
  return children(marks)
    .split(mark)
    .map((part, index) => {
      // Every second part is a key.
      const named = index % 2 === 1 ? names[part as Name] : undefined
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
      if (named === undefined) return <Fragment key={index}>{part}</Fragment>
      if (!named.href) return named.name
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <InternalLink key={index} href={named.href} className={styles.inText} {...following}>
          {named.name}
        </InternalLink>
      )
    })
}
