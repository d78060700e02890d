import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import { useLocale } from '../locale.tsx'
import { Popup, usePopup } from '../Popup.tsx'
import { toast } from '../toast.tsx'
import { useErrorWords } from '../words.tsx'
import { ExportMenu } from './forms.ts'

interface ExportToolProps<Row> {
  list: List<Row>
  shown: readonly Column<Row>[]
  /** File name without extension. */
  name: string
  narrow: boolean
  selected?: ReadonlySet<string> | undefined
}

/** The export menu: saves all matching rows when the list supports it, else the shown rows. */
export function ExportTool<Row>({ list, shown, name, narrow, selected }: ExportToolProps<Row>) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const popup = usePopup()
  const words = useErrorWords()
  const [isBusy, setBusy] = useState(false)
  const { save, maximumSaved } = list
  // The selected rows, once there are some.
  const only = selected !== undefined && selected.size > 0 && maximumSaved !== undefined ? selected : undefined
  const saveShown = () =>
    void import('./saveShown.ts').then(
      (code) => code.saveShown(list.rows, shown, name, language),
      (error: unknown) => toast.error(words(error).title),
    )
  const opening = {
    disabled: list.rows.length === 0,
    loading: isBusy,
    'data-export': true,
    onPointerEnter: ExportMenu.fetch,
    ...(save ? popup.opener : { onClick: saveShown }),
  }
  return (
    <>
      {narrow ? (
        <ActionIcon size={30} aria-label={t('table.export')} {...opening}>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          {...opening}
        >
          {only ? t('table.exportCount', { count: only.size }) : t('table.export')}
        </Button>
      )}
      {save && (
        <Popup popup={popup} label={t('table.export')} align="end">
          <ExportMenu
            list={list as List<unknown>}
            shown={shown}
            name={name}
            only={only}
            setBusy={setBusy}
            close={popup.close}
          />
        </Popup>
      )}
    </>
  )
}
