import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type Issued, stateOf, stateTones } from './issued.ts'

/** Whether a certificate is valid, has expired or was revoked. */
export function StateTag({ issued }: { issued: Pick<Issued, 'statusName' | 'expirationDate'> }) {
  const { t } = useTranslation('certifications')
  const [now] = useState(() => Date.now())
  const state = stateOf(issued, now)
  return <StatusTag tone={stateTones[state]}>{t(`state.${state}`)}</StatusTag>
}
