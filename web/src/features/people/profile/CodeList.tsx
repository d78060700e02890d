import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type BackupCode, secondFactors } from '@trellis/contract/second-factors'
import { useTranslation } from 'react-i18next'
import { useMe, useTenant } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatDay } from '../../../ui/format.ts'
import { useLocale } from '../../../ui/locale.tsx'
import { Block } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import styles from './profile.module.css'

/** Never cached: loaded each time they are shown, and dropped when they are hidden. */
export const useBackupCodes = () => useQuery({ ...queryOf(secondFactors.backupCodes), staleTime: 0, gcTime: 0 })

/** The codes, which of them are used, and buttons to copy, print and save them. */
export function CodeList({ codes }: { codes: UseQueryResult<BackupCode[]> }) {
  const { t } = useTranslation('profile')
  if (codes.data !== undefined) return <Codes codes={codes.data} />
  if (codes.error === null) return <Block height="11rem" />
  return <ErrorBlock error={codes.error} title={t('codes.failed')} retry={() => void codes.refetch()} shape="line" />
}

function Codes({ codes }: { codes: readonly BackupCode[] }) {
  const { t } = useTranslation('profile')
  const clipboard = useClipboard()
  const words = useWordsForPaper()
  const left = codes.filter(({ isConsumed }) => !isConsumed).map(({ backupCode }) => backupCode)
  const copy = () => {
    clipboard.copy(left.join('\n'))
    toast.info(t('codes.copied'))
  }
  return (
    <>
      <ol className={styles.codes}>
        {codes.map(({ backupCode, isConsumed }) => (
          <li key={backupCode}>
            {isConsumed ? (
              <>
                <del>{backupCode}</del> <span className={styles.used}>{t('codes.used')}</span>
              </>
            ) : (
              <span>{backupCode}</span>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.detail} role="status">
        {t('codes.left', { count: left.length, total: codes.length })}
      </p>
      <div className={styles.actions}>
        <Button variant="default" size="xs" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
          {t('codes.copy')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => save(`${t('codes.fileName')}.txt`, [words.title, words.user, '', ...left, '', words.text, ''])}
        >
          {t('codes.download')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('codes.print')}
        </Button>
      </div>
      <CodeSheet {...words} codes={codes} />
    </>
  )
}

/** The printed sheet must say what it is for, because it may be found years later. */
function useWordsForPaper() {
  const { t } = useTranslation('profile')
  const { email } = useMe()
  const { tenantName } = useTenant()
  const locale = useLocale()
  return {
    title: t('codes.fileTitle', { tenant: tenantName }),
    user: t('codes.fileUser', { email, date: formatDay(new Date(), locale) }),
    text: t('codes.fileText'),
  }
}

function save(name: string, lines: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
