import { useTranslation } from 'react-i18next'
import { languageOf } from '../../../app/i18n.ts'
import { useMe } from '../../../app/me.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { browserZone, zoneInWords, zoneLabel } from '../../../app/timeZones.ts'
import { UserStatusTag } from '../../../app/UserStatusTag.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Fact, Facts, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Panel } from '../../../ui/Panel.tsx'

/** The personal data of the reader. */
export function Person() {
  const { t } = useTranslation(['profile', 'common'])
  const me = useMe()
  const roleName = useRoleName()
  const language = languageOf(me.languageCode)
  return (
    <Panel title={t('person')}>
      <Facts>
        <Fact label={t('firstName')}>{me.firstName}</Fact>
        <Fact label={t('lastName')}>{me.lastName}</Fact>
        <Fact label={t('email')}>{me.email}</Fact>
        <Fact label={t('account')}>
          <EntityLink href="/profile/account">{me.account.accountName}</EntityLink>
        </Fact>
        <Fact label={t('roles', { count: me.roles.length })}>{me.roles.map(roleName).join(', ')}</Fact>
        <Fact label={t('status')}>
          <UserStatusTag status={me.status} />
        </Fact>
        <Fact label={t('timeZone')}>
          <TimeZone zone={me.timeZone} />
        </Fact>
        <Fact label={t('language')}>{language === null ? me.languageCode : t(`common:languages.${language}`)}</Fact>
        <Fact label={t('notifications')}>{t(me.isNotificationEnabled ? 'notificationsOn' : 'notificationsOff')}</Fact>
        <Fact label={t('creationDate')}>
          <DateTime value={me.creationDate} dateOnly />
        </Fact>
      </Facts>
    </Panel>
  )
}

function TimeZone({ zone }: { zone: string }) {
  const { t } = useTranslation('profile')
  const { language } = useLocale()
  const now = new Date()
  const { offset, name } = zoneInWords(zone, language, now)
  const here = zoneInWords(browserZone(), language, now)
  return (
    <>
      {zoneLabel(zone)} ({offset})
      <Text as="div" kind="small">
        {name}
      </Text>
      {here.offset !== offset && (
        <Text as="div" kind="small">
          {t('timeZoneElsewhere', { zone: `${zoneLabel(here.id)} (${here.offset})` })}
        </Text>
      )}
    </>
  )
}
