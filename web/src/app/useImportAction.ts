import type { ImportKind } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ui/ActionMenu.tsx'
import { mayImport } from './importRights.ts'
import { useMe } from './me.ts'

/** The entry in the menu of a list that opens the import screen, for users who may import such records. */
export function useImportAction(kind: ImportKind, account?: string): readonly Action[] {
  const { t } = useTranslation()
  return mayImport(kind, useMe()) ? [{ label: t('import'), href: importHref(kind, account) }] : []
}

const importHref = (kind: ImportKind, account: string | undefined) =>
  `/import?kind=${kind}${account === undefined ? '' : `&account=${account}`}`
