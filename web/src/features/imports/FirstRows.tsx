import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../ui/layout.tsx'
import { useScrolls } from '../../ui/table/scrolls.ts'
import styles from './imports.module.css'
import type { ReadFile } from './sheet.ts'

interface FirstRowsProps {
  sheet: ReadFile
  disabled: boolean
  onHeader: (line: number) => void
}

/** Rows and columns of the file that are shown. */
const [rowsShown, columnsShown] = [8, 12]

/** The first rows of a file as a grid, in which the row is chosen that names the columns. */
export function FirstRows({ sheet, disabled, onHeader }: FirstRowsProps) {
  const { t } = useTranslation('imports')
  const name = useId()
  const { ref, scrolls } = useScrolls()
  const { first, headerLine } = sheet
  const label = t('reading.header')
  const chosen = first.findIndex(({ line }) => line === headerLine)
  const shown = first.slice(0, Math.max(rowsShown, chosen + 3))
  return (
    <div ref={ref} className={styles.grid} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      <table>
        <caption>
          <Text kind="small">{label}</Text>
        </caption>
        <tbody>
          {shown.map(({ line, cells }) => (
            <tr key={line} data-header={line === headerLine || undefined} data-above={line < headerLine || undefined}>
              <th scope="row">
                <label>
                  <input
                    type="radio"
                    name={name}
                    checked={line === headerLine}
                    disabled={disabled}
                    onChange={() => onHeader(line)}
                  />
                  {t('faults.wholeRow', { row: line })}
                </label>
              </th>
              {cells.slice(0, columnsShown).map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no other name than their place
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
