import type { MouseEvent } from 'react'
import type { PublicPath } from '../../../app/places.ts'
import { usePublicWorld } from './publicWorld.ts'
import styles from './Screen.module.css'

/** A link between public screens without a page load, so that typed values stay. */
export function PublicLink({ to, children }: { to: PublicPath; children: string }) {
  const { go } = usePublicWorld()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} className={styles.link} onClick={follow}>
      {children}
    </a>
  )
}
