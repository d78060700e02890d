import { useTranslation } from 'react-i18next'
import { languageOf } from '../../../app/i18n.ts'
import { useMe } from '../../../app/me.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { browserZone, zoneInWords, zoneLabel } from '../../../app/timeZones.ts'
import { UserStatusTag } from '../../../app/UserStatusTag.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import styles from './profile.module.css'

/** The personal data of the reader. */
export function Person() {
  const { t } = useTranslation(['profile', 'common'])
  const me = useMe()
  const roleName = useRoleName()
  const language = languageOf(me.languageCode)
  return (
    <Panel title={t('person')}>
      <DefinitionList
        items={[
          { term: t('firstName'), value: me.firstName },
          { term: t('lastName'), value: me.lastName },
          { term: t('email'), value: me.email },
          {
            term: t('account'),
            value: <EntityLink href="/profile/account">{me.account.accountName}</EntityLink>,
          },
          { term: t('roles', { count: me.roles.length }), value: me.roles.map(roleName).join(', ') },
          { term: t('status'), value: <UserStatusTag status={me.status} /> },
          { term: t('timeZone'), value: <TimeZone zone={me.timeZone} /> },
          {
            term: t('language'),
            value: language === null ? me.languageCode : t(`common:languages.${language}`),
          },
          {
            term: t('notifications'),
            value: me.isNotificationEnabled ? t('notificationsOn') : t('notificationsOff'),
          },
          { term: t('creationDate'), value: <DateTime value={me.creationDate} dateOnly /> },
        ]}
      />
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
      {zoneLabel(zone)} ({offset}){name && <span className={styles.hint}>{name}</span>}
      {here.offset !== offset && (
        <span className={styles.hint}>
          {t('timeZoneElsewhere', { zone: `${zoneLabel(here.id)} (${here.offset})` })}
        </span>
      )}
    </>
  )
}
