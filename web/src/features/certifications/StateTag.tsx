import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isKnown } from '../../app/known.ts'
import { businessNow } from '../../ui/now.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type Issued, stateOf, stateTones } from './issued.ts'

const statuses: Record<Issued['statusName'], true> = { Confirmed: true, Revoked: true }

/** Whether a certificate is valid, has expired or was revoked. */
export function StateTag({ issued }: { issued: Pick<Issued, 'statusName' | 'expirationDate'> }) {
  const { t } = useTranslation('certifications')
  const [now] = useState(() => businessNow())
  // What an unknown status means for the dates, nobody can say.
  if (!isKnown('certificate status', issued.statusName, statuses))
    return <StatusTag tone="neutral">{issued.statusName}</StatusTag>
  const state = stateOf(issued, now)
  return <StatusTag tone={stateTones[state]}>{t(`state.${state}`)}</StatusTag>
}
