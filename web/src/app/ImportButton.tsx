import { IconTableImport } from '@tabler/icons-react'
import type { ImportKind } from '@trellis/contract/imports'
import type { Module } from '@trellis/contract/permissions'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useCan } from './me.ts'

interface ImportButtonProps {
  kind: ImportKind
  /** What one must be able to create. */
  module: Module
  /** The account whose screen it stands on. */
  account?: string | undefined
  size?: 'sm' | 'xs'
}

/** To the screen that brings such things in from a file, for those who may create them. */
export function ImportButton({ kind, module, account, size }: ImportButtonProps) {
  const { t } = useTranslation()
  if (!useCan(module, 'c')) return null
  return (
    <LinkButton
      href={`/import?kind=${kind}${account === undefined ? '' : `&account=${account}`}`}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
      {...(size && { size })}
    >
      {t('import')}
    </LinkButton>
  )
}
