import { useQuery } from '@tanstack/react-query'
import { type Delegation, delegations } from '@trellis/contract/approvals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { formatDay } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { delegationsQuery } from './queries.ts'

const DelegateDialog = later(() => import('./DelegateDialog.tsx'))

/** Who stands in for the reader, and for whom the reader stands in (rules G40). */
export default function Delegations() {
  const { t } = useTranslation('approvals')
  const { data, error, refetch } = useQuery(delegationsQuery)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Panel
      title={t('delegates.title')}
      description={t('delegates.text')}
      actions={
        <ActionButton size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {t('delegates.add')}
        </ActionButton>
      }
    >
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('delegates.fetchError')} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Lines count={2} />
      ) : (
        <Stack as="ul" gap="sm">
          {data.given.length === 0 && (
            <Text as="li" kind="quiet">
              {t('delegates.none')}
            </Text>
          )}
          {data.given.map((each) => (
            <Item key={each.delegationId} delegation={each} of="given" />
          ))}
          {data.received.map((each) => (
            <Item key={each.delegationId} delegation={each} of="received" />
          ))}
        </Stack>
      )}
      {isOpen && <DelegateDialog onClose={close} onMissing={close} />}
    </Panel>
  )
}

function Item({ delegation, of }: { delegation: Delegation; of: 'given' | 'received' }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const end = useWrite(delegations.end, { invalidates: ['/delegations'], success: 'approvals:delegates.ended' })
  const { firstName, lastName } = of === 'given' ? delegation.to : delegation.from
  const name = t(`delegates.${of}`, { name: `${firstName} ${lastName}` })
  const day = (instant: string) => formatDay(new Date(instant), locale)
  return (
    <Row as="li" justify="between" data-row={delegation.delegationId}>
      <Row>
        <Text>{name}</Text>
        <Text kind="small">
          {t('delegates.period', { from: day(delegation.startDate), until: day(delegation.endDate) })}
        </Text>
        <StatusTag tone={delegation.isActive ? 'success' : 'neutral'}>
          {t(delegation.isActive ? 'delegates.active' : 'delegates.planned')}
        </StatusTag>
      </Row>
      <ActionButton
        size="xs"
        variant="default"
        label={t('delegates.endNamed', { name })}
        loading={end.isPending}
        onClick={() => end.mutate({ params: { id: delegation.delegationId } })}
      >
        {t('delegates.end')}
      </ActionButton>
    </Row>
  )
}
