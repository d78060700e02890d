import { createFileRoute } from '@tanstack/react-router'
import { type ImportKind, importKinds } from '@trellis/contract/import-kinds'
import { loadTexts } from '../../app/i18n.ts'
import { ImportPage } from '../../features/imports/ImportPage.tsx'

interface ImportSearch {
  kind: ImportKind
  /** The default parent of new accounts, and the target of the back link. */
  account?: string
}

const isKind = (value: unknown): value is ImportKind => (importKinds as readonly unknown[]).includes(value)

export const Route = createFileRoute('/_frame/import')({
  validateSearch: ({ kind, account }: Record<string, unknown>): ImportSearch => ({
    kind: isKind(kind) ? kind : 'accounts',
    ...(typeof account === 'string' && /^[0-9a-f-]{36}$/i.test(account) && { account }),
  }),
  loader: () => loadTexts('imports'),
  component: ImportPage,
})
