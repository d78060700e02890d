import { IconTableImport } from '@tabler/icons-react'
import type { ImportKind } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ui/ActionMenu.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { mayImport } from './importRights.ts'
import { useMe } from './me.ts'

/** The entry in the menu of a list that opens the import screen, for users who may import such records. */
export function useImportAction(kind: ImportKind, account?: string): readonly Action[] {
  const { t } = useTranslation()
  return mayImport(kind, useMe()) ? [{ label: t('import'), href: importHref(kind, account) }] : []
}

const importHref = (kind: ImportKind, account: string | undefined) =>
  `/import?kind=${kind}${account === undefined ? '' : `&account=${account}`}`

interface ImportButtonProps {
  kind: ImportKind
  /** The account of the screen, if the button is on an account screen. */
  account?: string | undefined
  size?: 'sm' | 'xs'
}

/** A link to the import screen, for users who may import such records. */
export function ImportButton({ kind, account, size }: ImportButtonProps) {
  const { t } = useTranslation()
  if (!mayImport(kind, useMe())) return null
  return (
    <LinkButton
      href={importHref(kind, account)}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
      {...(size && { size })}
    >
      {t('import')}
    </LinkButton>
  )
}
