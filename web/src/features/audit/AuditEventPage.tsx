import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { audit } from '@trellis/contract/audit'
import { useTranslation } from 'react-i18next'
import { AuditChange } from '../../app/audit/AuditChange.tsx'
import { useAuditWords } from '../../app/audit/useAuditWords.ts'
import { useRecordHref } from '../../app/audit/useRecordHref.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Fact, Facts, Row, Stack } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'

const Route = getRouteApi('/_frame/audit/$id')

export const auditEventQuery = (id: string) => queryOf(audit.read, { params: { id } })

/** One change: who, when, what, and the record before and after it. */
export function AuditEventPage() {
  const { t } = useTranslation('audit')
  const { id } = Route.useParams()
  const { data: event, error, refetch } = useQuery(auditEventQuery(id))
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  const back = { href: '/audit', label: t('title') }
  if (event === undefined && error !== null)
    return (
      <Page title={t('entry')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('entryFetchError')} retry={() => void refetch()} back={back} />
        </Panel>
      </Page>
    )
  return (
    <Page title={event ? words.action(event.action) : t('entry')} loading={event === undefined} back={back}>
      <Panel>
        <Stack>
          <Facts loading={event === undefined}>
            <Fact label={t('time')}>{event && <DateTime value={event.creationDate} />}</Fact>
            <Fact label={t('who')}>{event && (event.actor?.name ?? t('system'))}</Fact>
            <Fact label={t('entity')}>{event && words.entity(event.entity)}</Fact>
            <Fact label={t('record')}>
              {event && (
                <EntityLink href={hrefOf(event.entity, event.entityId, event.entityName)}>
                  {event.entityName ?? event.entityId}
                </EntityLink>
              )}
            </Fact>
            <Fact label={t('requestId')}>
              {event?.requestId && (
                <Row gap="xs">
                  <EntityLink mono>{event.requestId}</EntityLink>
                  <CopyButton value={event.requestId} label={t('copyRequestId')} />
                </Row>
              )}
            </Fact>
          </Facts>
          {event && (
            <Row>
              <LinkButton variant="default" href={`/audit?entity=${event.entity}&entityId=${event.entityId}`}>
                {t('allOfRecord')}
              </LinkButton>
              {event.actor && (
                <LinkButton variant="default" href={`/audit?actorId=${event.actor.id}`}>
                  {t('allByPerson')}
                </LinkButton>
              )}
            </Row>
          )}
        </Stack>
      </Panel>
      {event && (
        <Panel title={t('changes')}>
          <AuditChange event={event} names={event.names} />
        </Panel>
      )}
    </Page>
  )
}
