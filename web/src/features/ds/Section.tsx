import type { ReactNode } from 'react'
import styles from './ds.module.css'

/** One kind of component. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

/** A component in one of its states. */
export function Specimen({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <div className={styles.label}>{label}</div>
      {children}
    </div>
  )
}
