import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountFiles } from '../../features/files/AccountFiles.tsx'
import { fileList } from '../../features/files/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/files')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, fileList, location, { parentAccountId: params.id })
    return loadTexts('files')
  },
  component: AccountFiles,
})
