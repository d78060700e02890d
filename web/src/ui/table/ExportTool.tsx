import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import { Popup, usePopup } from '../Popup.tsx'
import { ExportMenu } from './forms.ts'

interface ExportToolProps<Row> {
  list: List<Row>
  shown: readonly Column<Row>[]
  /** File name without extension. */
  name: string
  selected: ReadonlySet<string>
}

/** Saves the selected rows. The whole list is saved from the menu of the list. */
export function ExportTool<Row>({ list, shown, name, selected }: ExportToolProps<Row>) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isBusy}
        onPointerEnter={ExportMenu.fetch}
        {...popup.opener}
      >
        {t('table.exportCount', { count: selected.size })}
      </Button>
      <Popup popup={popup} label={t('table.export')} align="end">
        <ExportMenu
          list={list as List<unknown>}
          shown={shown as readonly Column<never>[]}
          name={name}
          only={selected}
          setBusy={setBusy}
          close={popup.close}
        />
      </Popup>
    </>
  )
}
