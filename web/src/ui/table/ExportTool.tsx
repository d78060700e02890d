import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, MenuItems } from '../ActionMenu.tsx'
import type { Column, FileFormat } from '../columns.ts'
import { separatorFor, toCsv } from '../csv.ts'
import { download } from '../download.ts'
import type { List } from '../list.ts'
import { useLocale } from '../locale.tsx'
import { Popup, usePopup } from '../Popup.tsx'
import { toast } from '../toast.tsx'
import { useErrorWords } from '../words.tsx'

interface ExportToolProps<Row> {
  list: List<Row>
  shown: readonly Column<Row>[]
  /** File name without extension. */
  name: string
  narrow: boolean
  selected?: ReadonlySet<string> | undefined
}

const formats: readonly FileFormat[] = ['xlsx', 'csv']

/** The export menu: saves all matching rows when the list supports it, else the shown rows. */
export function ExportTool<Row>({ list, shown, name, narrow, selected }: ExportToolProps<Row>) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const popup = usePopup()
  const words = useErrorWords()
  const [isBusy, setBusy] = useState(false)
  const { save, saveOthers = [], maximumSaved } = list
  // The selected rows, once there are some.
  const only = selected !== undefined && selected.size > 0 && maximumSaved !== undefined ? selected : undefined
  const blocked =
    only !== undefined && only.size > (maximumSaved ?? 0) ? t('table.exportTooMany', { count: maximumSaved }) : null
  const saving = async (work: () => Promise<void> | undefined) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(words(error).title)
    } finally {
      setBusy(false)
    }
  }
  const saveWhole = (format: FileFormat) =>
    saving(() => {
      const columns = shown.flatMap(({ header, file }) =>
        (file === undefined ? [] : Array.isArray(file) ? file : [file]).map((column) => ({ label: header, ...column })),
      )
      return save?.(format, columns, name, only)
    })
  const saveShown = () => {
    const columns = shown.filter((column) => column.text)
    const rows = list.rows.map((row) => columns.map((column) => column.text?.(row) ?? ''))
    download(`${name}.csv`, toCsv([columns.map(({ header }) => header), ...rows], separatorFor(language)))
  }
  const actions: Action[] = [
    ...formats.map((format) => ({
      label: t(`table.exportAs.${format}`),
      blocked,
      hint: only ? t('table.exportSelected', { count: only.size }) : t('table.exportRows', { count: list.count }),
      onClick: () => void saveWhole(format),
    })),
    ...saveOthers.flatMap((other) =>
      formats.map((format) => ({
        label: other.label,
        blocked,
        hint: t(`table.exportAs.${format}`),
        onClick: () => void saving(() => other.save(format, name, only)),
      })),
    ),
    { label: t('table.print'), hint: t('table.printRows', { count: list.rows.length }), onClick: () => window.print() },
  ]
  const opening = {
    disabled: list.rows.length === 0,
    loading: isBusy,
    'data-export': true,
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
          <MenuItems actions={actions} close={popup.close} />
        </Popup>
      )}
    </>
  )
}
