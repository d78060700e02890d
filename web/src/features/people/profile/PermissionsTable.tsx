import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Flag, modules, type Permissions } from '@trellis/contract/permissions'
import { useTranslation } from 'react-i18next'
import styles from './PermissionsTable.module.css'

/** Ordered from reading to deleting; `cu`, which allows nothing by itself, comes last. */
const shownFlags: readonly Flag[] = ['r', 'ra', 'c', 'u', 'd', 'cu']

/** Every module with its permission flags; a legend explains the letters. */
export function PermissionsTable({ permissions }: { permissions: Permissions }) {
  const { t } = useTranslation('profile')
  const flagsOf = new Map(permissions.map(({ module, flags }) => [module, flags.split('-')]))
  return (
    <>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t('permissions.title')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('permissions.module')}</th>
            {shownFlags.map((flag) => (
              <th key={flag} scope="col" className={styles.flag} title={t(`permissions.flags.${flag}.word`)}>
                <span aria-hidden>{flag}</span>
                <VisuallyHidden>{t(`permissions.flags.${flag}.word`)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((module) => (
            <tr key={module}>
              <th scope="row">{t(`permissions.modules.${module}`)}</th>
              {shownFlags.map((flag) => (
                <td key={flag} className={styles.flag}>
                  <Mark held={flagsOf.get(module)?.includes(flag) ?? false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className={styles.heading}>{t('permissions.legend')}</h3>
      <dl className={styles.legend}>
        {shownFlags.map((flag) => (
          <div key={flag}>
            <dt>{flag}</dt>
            <dd>
              <b>{t(`permissions.flags.${flag}.word`)}</b>: {t(`permissions.flags.${flag}.text`)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Mark({ held }: { held: boolean }) {
  const { t } = useTranslation('profile')
  return (
    <>
      {held ? (
        <IconCheck size={16} stroke={2.4} className={styles.held} aria-hidden />
      ) : (
        <span className={styles.missing} aria-hidden>
          ·
        </span>
      )}
      <VisuallyHidden>{held ? t('permissions.held') : t('permissions.notHeld')}</VisuallyHidden>
    </>
  )
}
