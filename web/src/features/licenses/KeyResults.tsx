import { EntityLink } from '../../ui/EntityLink.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import styles from './licenses.module.css'

export interface KeyResult {
  serialKey: string
  tone: Tone
  state: string
  why?: string | null
}

/** What became of each key. */
export const KeyResults = ({ results }: { results: readonly KeyResult[] }) => (
  <Stack as="ul" gap="sm" className={styles.results ?? ''} tabIndex={0}>
    {results.map(({ serialKey, tone, state, why }) => (
      <Row as="li" key={serialKey} justify="between">
        <EntityLink mono href={`/licenses/${serialKey}`} {...(why && { hint: why })}>
          {serialKey}
        </EntityLink>
        <StatusTag tone={tone}>{state}</StatusTag>
      </Row>
    ))}
  </Stack>
)
