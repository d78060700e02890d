import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type BackupCode, secondFactors } from '@trellis/contract/second-factors'
import { useTranslation } from 'react-i18next'
import { useMe, useTenant } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { download } from '../../../ui/download.ts'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatDay } from '../../../ui/format.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Block } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import styles from './profile.module.css'

/**
 * The codes, which of them are used, and buttons to copy, print and save them. They are never cached: loaded each
 * time they are shown, and dropped when they are hidden.
 */
export function CodeList() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery({ ...queryOf(secondFactors.backupCodes), staleTime: 0, gcTime: 0 })
  if (data !== undefined) return <Codes codes={data} />
  if (error === null) return <Block height="11rem" />
  return <ErrorBlock error={error} title={t('codes.failed')} retry={() => void refetch()} shape="line" />
}

function Codes({ codes }: { codes: readonly BackupCode[] }) {
  const { t } = useTranslation('profile')
  const clipboard = useClipboard()
  const words = useWordsForPaper()
  const left = codes.filter(({ isConsumed }) => !isConsumed).map(({ backupCode }) => backupCode)
  const sheet = [words.title, words.user, '', ...left, '', words.text, '']
  const tools = [
    [
      t('codes.copy'),
      IconCopy,
      () => {
        clipboard.copy(left.join('\n'))
        toast.info(t('codes.copied'))
      },
    ],
    [
      t('codes.download'),
      IconDownload,
      () => download(`${t('codes.fileName')}.txt`, sheet.join('\r\n'), 'text/plain;charset=utf-8'),
    ],
    [t('codes.print'), IconPrinter, () => window.print()],
  ] as const
  return (
    <>
      <ol className={styles.codes}>
        {codes.map(({ backupCode, isConsumed }) => (
          <li key={backupCode}>
            {isConsumed ? (
              <Text kind="small">
                <del>{backupCode}</del> {t('codes.used')}
              </Text>
            ) : (
              backupCode
            )}
          </li>
        ))}
      </ol>
      <Text as="p" kind="small" role="status">
        {t('codes.left', { count: left.length, total: codes.length })}
      </Text>
      <Row style={{ marginTop: '0.75rem' }}>
        {tools.map(([label, Icon, act]) => (
          <Button key={label} variant="default" size="xs" leftSection={<Icon size={14} aria-hidden />} onClick={act}>
            {label}
          </Button>
        ))}
      </Row>
      <CodeSheet {...words} codes={codes} />
    </>
  )
}

/** The printed sheet must say what it is for, because it may be found years later. */
function useWordsForPaper() {
  const { t } = useTranslation('profile')
  const { email } = useMe()
  const { tenantName } = useTenant()
  const date = formatDay(new Date(), useLocale())
  return {
    title: t('codes.fileTitle', { tenant: tenantName }),
    user: t('codes.fileUser', { email, date }),
    text: t('codes.fileText'),
  }
}
