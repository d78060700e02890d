import styles from './SerialKey.module.css'

/** A serial key in a list: one line, with its last five characters, which people compare, in bold. */
export function SerialKey({ children }: { children: string }) {
  return (
    <span className={styles.listed} data-code>
      {children.slice(0, -5)}
      <b>{children.slice(-5)}</b>
    </span>
  )
}
