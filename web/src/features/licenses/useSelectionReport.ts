import { reports } from '@trellis/contract/reports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileOrAnswerOf } from '../../app/calls.ts'
import { languageOf } from '../../app/i18n.ts'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'

/** Downloads the report of chosen licenses. */
export function useSelectionReport() {
  const { t, i18n } = useTranslation('licenses')
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async request(licenseIds: readonly string[]) {
      setBusy(true)
      try {
        const languageCode = languageOf(i18n.language)
        const given = await fileOrAnswerOf(reports.export, {
          body: {
            filterBy: [{ field: 'licenseId', values: [...licenseIds] }],
            includeChildren: true,
            ...(languageCode && { languageCode }),
          },
        })
        if (given.file) download(given.fileName, given.file)
      } catch {
        toast.error(t('downloadReportError'))
      } finally {
        setBusy(false)
      }
    },
  }
}
