import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Session, sessions } from '@trellis/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Fact, Facts, Row, Stack } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { type Device, deviceOf } from './devices.ts'
import { Item } from './Item.tsx'
import { sessionsQuery } from './sessionsQuery.ts'
import { useEndOthers } from './useEndOthers.ts'

/** So many are shown at once, most recently used first. */
const few = 6

/** The reader's sessions, with buttons to end them. */
export function Sessions() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [isWhole, setWhole] = useState(false)
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Panel
      title={t('sessions.title')}
      description={t('sessions.text')}
      actions={others.length > 1 && <EndOthers others={others} />}
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={4} />
        ) : (
          <ErrorBlock error={error} title={t('sessions.failed')} retry={() => void refetch()} shape="line" />
        )
      ) : (
        <Stack as="ul" gap="none">
          {(isWhole ? data : data.slice(0, few)).map((session) => (
            <SessionItem key={session.sessionId} session={session} />
          ))}
          {!isWhole && data.length > few && (
            <Row as="li">
              <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
                {t('sessions.all', { number: data.length })}
              </Button>
            </Row>
          )}
        </Stack>
      )}
    </Panel>
  )
}

function iconOf({ browser, system }: Device) {
  if (system === 'Android' || system === 'iPhone' || system === 'iPad') return IconDeviceMobile
  return browser !== null && system === null ? IconTerminal2 : IconDeviceDesktop
}

function SessionItem({ session }: { session: Session }) {
  const { t } = useTranslation('profile')
  const name = useDeviceName()(session)
  const platform = session.appPlatform === 'web' ? t('sessions.platforms.web') : session.appPlatform
  return (
    <Item
      icon={iconOf(deviceOf(session.userAgent))}
      name={name}
      tag={session.isCurrent && <StatusTag tone="success">{t('sessions.this')}</StatusTag>}
      action={!session.isCurrent && <End session={session} name={name} />}
    >
      <Facts form="inline">
        {platform && <Fact label={t('sessions.platform')}>{platform}</Fact>}
        <Fact label={t('sessions.created')}>
          <DateTime value={session.creationDate} />
        </Fact>
        <Fact label={t('sessions.lastUsed')}>
          <DateTime value={session.lastUsedDate} />
        </Fact>
      </Facts>
    </Item>
  )
}

/** The device's name, "Chrome on Windows"; the program's own name when it is unknown. */
function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation('profile')
  return ({ userAgent, deviceUniqueId }) => {
    const { browser, system } = deviceOf(userAgent)
    if (browser !== null && system !== null) return t('sessions.on', { browser, system })
    return browser ?? system ?? deviceUniqueId ?? t('sessions.unknown')
  }
}

function End({ session, name }: { session: Session; name: string }) {
  const { t } = useTranslation('profile')
  const confirm = useConfirm()
  const end = useWrite(sessions.end, {
    invalidates: [sessions.list],
    success: 'profile:sessions.ended',
    failure: 'profile:sessions.endError',
  })
  const ask = async () => {
    const question = { title: t('sessions.endTitle', { device: name }), text: t('sessions.endText') }
    if (await confirm({ ...question, confirm: t('sessions.endConfirm'), destructive: true }))
      end.mutate({ params: { id: session.sessionId } })
  }
  return (
    <ActionButton
      variant="default"
      size="xs"
      loading={end.isPending}
      onClick={() => void ask()}
      label={t('sessions.endNamed', { device: name })}
    >
      {t('sessions.end')}
    </ActionButton>
  )
}

function EndOthers({ others }: { others: readonly Session[] }) {
  const { t } = useTranslation('profile')
  const confirm = useConfirm()
  const { endAll, ending } = useEndOthers()
  const count = others.length
  const ask = async () => {
    const question = { title: t('sessions.endOthersTitle', { count }), text: t('sessions.endOthersText') }
    if (await confirm({ ...question, confirm: t('sessions.endOthersConfirm', { count }), destructive: true }))
      await endAll(others)
  }
  return (
    <Button variant="default" size="xs" loading={ending} onClick={() => void ask()}>
      {t('sessions.endOthers')}
    </Button>
  )
}
