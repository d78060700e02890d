import type { ReactNode } from 'react'
import { Stack, Text } from '../../ui/layout.tsx'
import styles from './ds.module.css'

/** One kind of component. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" className={styles.section} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </Stack>
)

/** A component in one of its states. */
export const Specimen = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack gap="sm">
    <Text kind="small">{label}</Text>
    {children}
  </Stack>
)
