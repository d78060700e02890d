import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Stack, Text } from '../../ui/layout.tsx'
import { queryOf } from '../queries.ts'
import { callsOf, type Signable } from './calls.ts'
import { SignatureLine } from './SignatureLine.tsx'

/** Who has signed, oldest first; nothing where nobody has. */
export default function Signatures(props: Signable) {
  const { t } = useTranslation('approvals')
  const { data } = useQuery(queryOf(callsOf(props).read, { params: { id: props.id } }))
  if (data === undefined || data.signatures.length === 0) return null
  return (
    <Stack as="section" gap="none" aria-label={t('standing.history')}>
      <Text kind="strong">{t('standing.history')}</Text>
      {data.signatures.map((signature) => (
        <SignatureLine key={`${signature.signedDate} ${signature.signedBy?.userId}`} signature={signature} />
      ))}
    </Stack>
  )
}
