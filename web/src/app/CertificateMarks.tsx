import type { CertificateMark } from '@trellis/contract/accounts'
import { ColorDot } from '../ui/ColorDot.tsx'
import { Row, Stack } from '../ui/layout.tsx'

/** Certificates where they are a fact among others: a dot and the name, without a border around them. */
export const CertificateMarks = ({ badges }: { badges: readonly CertificateMark[] }) => (
  <Stack as="ul" gap="none" align="end">
    {badges.map(({ name, category, badgeColor }) => (
      <Row as="li" key={`${category} ${name}`} gap="0.375rem" nowrap style={{ fontSize: '0.8125rem' }}>
        <ColorDot size={8} color={badgeColor} />
        {name}
      </Row>
    ))}
  </Stack>
)
