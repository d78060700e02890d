import { useQueryClient } from '@tanstack/react-query'
import { type LicenseReport, maximumReportRows, reports } from '@trellis/contract/reports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileOf, fileOrAnswerOf } from '../../app/calls.ts'
import { languageOf } from '../../app/i18n.ts'
import { payloadOf } from '../../app/listUrl.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale } from '../../app/queries.ts'
import { download } from '../../ui/download.ts'
import { formatNumber } from '../../ui/format.ts'
import type { ListState } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { toast } from '../../ui/toast.tsx'
import { reportList } from './lists.ts'

/** Downloads the report of the shown filters, or has a job write it, and downloads what a job has written. */
export function useReportDownload(state: ListState) {
  const { t, i18n } = useTranslation('reports')
  const { language } = useLocale()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const isTooLong = isProblem(error, 'RQ413')
      const isWaiting = isProblem(error, 'RQ429')
      const why = isTooLong
        ? t('tooLong', { maximum: formatNumber(maximumReportRows, language) })
        : isWaiting
          ? t('othersFirst')
          : ''
      toast.error(`${t('downloadReportError')}${why && `. ${why}`}`)
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    request: () =>
      working(async () => {
        const languageCode = languageOf(i18n.language)
        const body = { ...payloadOf(state, reportList), ...(languageCode && { languageCode }) }
        const given = await fileOrAnswerOf(reports.export, { body } as Parameters<
          typeof fileOrAnswerOf<typeof reports.export>
        >[1])
        if (given.file) download(given.fileName, given.file)
        else {
          toast.info(t('postponed'))
          await markStale(client, [reports.list])
        }
      }),
    fetch: ({ reportId, fileName }: LicenseReport) =>
      working(async () => {
        download(fileName, await fileOf(reports.download, { params: { id: reportId } }))
      }),
  }
}
