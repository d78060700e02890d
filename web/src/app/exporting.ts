/** Implements `List.save`: lists are exported by the search endpoint that also fills the list. */
import type { Endpoint } from '@trellis/contract/endpoint'
import type { ExportList, LineList } from '@trellis/contract/export-lists'
import { exportsOfLists, type NewExportColumn } from '@trellis/contract/exports'
import type { User } from '@trellis/contract/identity'
import { importColumns } from '@trellis/contract/import-columns'
import type { FileFormat } from '../ui/columns.ts'
import { download } from '../ui/download.ts'
import { fileOrAnswerOf } from './calls.ts'
import { waitFor } from './exports/waiting.ts'
import { forImport, importColumn, importedAs } from './exportsForImport.ts'
import { languageOf } from './i18n.ts'
import { mayImport } from './importRights.ts'

/** Requests a file with the lines of all matching rows, in the columns of an import file. */
export const exportLines = (lines: LineList, search: object, format: FileFormat, name: string): Promise<void> =>
  saveFile(lines.list, search, { format, columns: importColumns[lines.kind].map(importColumn), name })

/** Requests a file with all matching rows and offers it as a download, at once or when it is its turn. */
export async function exportList(
  { path, exportedAs: list }: Endpoint,
  search: object,
  me: Pick<User, 'permissions' | 'isSuperAdmin' | 'account'>,
  { columns, ...file }: { format: FileFormat; columns: readonly NewExportColumn[]; name: string },
): Promise<void> {
  if (list === null) throw new Error(`${path} cannot be exported`)
  const kind = importedAs(list)
  const more = kind !== undefined && mayImport(kind, me) ? forImport(list, columns) : []
  await saveFile(list, search, { ...file, columns: [...columns, ...more] })
}

async function saveFile(
  list: ExportList,
  search: object,
  { format, columns, name }: { format: FileFormat; columns: NewExportColumn[]; name: string },
): Promise<void> {
  const language = languageOf(document.documentElement.lang)
  const body = {
    list,
    search: { ...search },
    columns,
    format,
    fileName: name,
    ...(language !== null && { languageCode: language }),
  }
  const given = await fileOrAnswerOf(exportsOfLists.create, { body })
  if (given.file) download(`${name}.${format}`, given.file)
  else waitFor(given.answer.id)
}
