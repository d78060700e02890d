import { useTranslation } from 'react-i18next'
import { type Action, MenuItems } from '../ActionMenu.tsx'
import type { Column, FileFormat } from '../columns.ts'
import type { List } from '../list.ts'
import { toast } from '../toast.tsx'
import { useErrorWords } from '../words.tsx'

interface ExportMenuProps {
  list: List<unknown>
  shown: readonly Column<never>[]
  /** File name without extension. */
  name: string
  /** The selected rows, if only these are saved. */
  only: ReadonlySet<string> | undefined
  setBusy(busy: boolean): void
  close: () => void
}

const formats: readonly FileFormat[] = ['xlsx', 'csv']

/** What can be saved: all matching rows or the selected ones, and what belongs to them; or the shown page on paper. */
export default function ExportMenu({ list, shown, name, only, setBusy, close }: ExportMenuProps) {
  const { t } = useTranslation('ui')
  const words = useErrorWords()
  const { save, saveOthers = [], maximumSaved } = list
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
  return <MenuItems actions={actions} close={close} />
}
