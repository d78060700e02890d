import type { ReactNode } from 'react'
import { Stack, Text } from '../../ui/layout.tsx'

const heading = { paddingBottom: '0.5rem', borderBottom: '1px solid var(--ui-line)', fontSize: '1.25rem' }

/** One kind of component. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" style={{ paddingTop: '1.25rem' }} aria-label={title}>
    <Text as="h2" kind="title" style={heading}>
      {title}
    </Text>
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
