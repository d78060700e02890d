import styles from './SerialKey.module.css'

/** A serial key in a table, split so that CSS can wrap it in the middle when there is no room for one line. */
export function SerialKey({ children }: { children: string }) {
  const [, start = children, end] = /^(.+-)([^-]+-[^-]+)$/.exec(children) ?? []
  return (
    <span className={styles.listed}>
      <span>{start}</span>
      {end !== undefined && <span>{end}</span>}
    </span>
  )
}
