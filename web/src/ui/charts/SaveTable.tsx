import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { separatorFor, toCsv } from '../csv.ts'
import { download } from '../download.ts'
import { useLocale } from '../locale.tsx'

export interface ChartTable {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The button that saves the figures of a chart or of a small table as CSV. */
export function SaveTable({ title, table, disabled }: { title: string; table: ChartTable; disabled: boolean }) {
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      disabled={disabled}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download(`${title}.csv`, toCsv([table.head, ...table.rows], separatorFor(language)))}
      aria-label={t('csvOf', { chart: title })}
    >
      {t('csv')}
    </Button>
  )
}
