import { type PricePlan, pricePlans } from '@trellis/contract/price-plans'
import { Day, text } from '@trellis/contract/values'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../../app/useWrite.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { applyProblem, inputsOf, useIssueText, useZodForm } from '../../../ui/form.tsx'
import { formatCalendarDay } from '../../../ui/format.ts'
import type { Issue } from '../../../ui/issues.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { changesOf } from '../grid.ts'

const Timing = z.object({ day: Day, until: z.nullable(Day), note: text(500) })

interface Choice {
  /** The choice, for the step before saving. */
  fields: ReactNode
  /** Null: the prices are saved now. */
  plan: ((changes: ReturnType<typeof changesOf>) => Promise<boolean>) | null
  /** The words of the step; null: those of saving. */
  title: string | null
  confirm: string | null
}

/** When new prices apply: now, or from a day on. A plan that is edited stays one. */
export function useTiming(priceListId: string, plan: PricePlan | undefined): Choice {
  const { t } = useTranslation('pricePlans')
  const { language } = useLocale()
  const [isLater, setLater] = useState(plan !== undefined)
  const form = useZodForm(Timing, { day: plan?.day ?? '', until: null, note: plan?.note ?? '' })
  const input = inputsOf(form)
  const issueText = useIssueText()
  const invalidates = ['/pricePlans', '/pricelists'] as const
  const create = useWrite(pricePlans.create, { invalidates, failure: 'pricePlans:createError' })
  const change = useWrite(pricePlans.change, { invalidates, failure: 'pricePlans:changeError', of: () => plan })
  const words = (issue: Issue, value: unknown) =>
    (issue.path !== 'day' && issue.path !== 'until') || (issue.code !== 'too_early' && issue.code !== 'taken')
      ? issueText(issue, value)
      : t(`timing.${issue.code === 'taken' ? 'taken' : issue.path === 'until' ? 'untilTooEarly' : 'tooEarly'}`)

  const send = async (changes: ReturnType<typeof changesOf>): Promise<boolean> => {
    let isPlanned = false
    await form.handleSubmit(async (values) => {
      const { until, ...rest } = values
      const body = { ...rest, ...changes }
      try {
        if (plan === undefined) await create.mutateAsync({ body: { priceListId, until, ...body } })
        else await change.mutateAsync({ params: { id: plan.planId }, body })
        const day = formatCalendarDay(values.day, language)
        toast.success(
          plan !== undefined
            ? t('changed')
            : until === null
              ? t('done', { day })
              : t('doneUntil', { day, until: formatCalendarDay(until, language) }),
        )
        isPlanned = true
      } catch (error) {
        if (!applyProblem(form, error, words)) throw error
      }
    })()
    return isPlanned
  }

  return {
    fields: (
      <Stack gap="sm">
        {plan === undefined && (
          <Segmented
            aria-label={t('timing.label')}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => setLater(value === 'later')}
            data={[
              { value: 'now', label: t('timing.now') },
              { value: 'later', label: t('timing.later') },
            ]}
          />
        )}
        {isLater && (
          <>
            <DateField {...input('day')} label={t('timing.day')} description={t('timing.dayHint')} required />
            {plan === undefined && (
              <DateField {...input('until')} label={t('timing.until')} description={t('timing.untilHint')} />
            )}
            <TextAreaField
              {...input('note')}
              label={t('timing.note')}
              description={t('timing.noteHint')}
              maximum={500}
              rows={2}
            />
            <Text as="p" kind="quiet">
              {t('timing.compared')}
            </Text>
          </>
        )}
      </Stack>
    ),
    plan: isLater ? send : null,
    title: isLater ? t('timing.title') : null,
    confirm: isLater ? t('plan') : null,
  }
}
