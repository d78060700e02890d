import { useQuery } from '@tanstack/react-query'
import type { ApprovalStanding, BindingRule } from '@trellis/contract/approvals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decision, Decisions } from '../../ui/Decision.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { queryOf } from '../queries.ts'
import { useWrite } from '../useWrite.ts'
import { callsOf, type Signable } from './calls.ts'
import { SignatureLine } from './SignatureLine.tsx'
import { useNeedsWords } from './useNeedsWords.ts'

const stale = ['/orders', '/deals'] as const

/** The rules that bind a decision, who has signed, and the reader's own signature (rules G37). Nothing where no rule binds it. */
export default function Standing(props: Signable) {
  const { data } = useQuery(queryOf(callsOf(props).read, { params: { id: props.id } }))
  return data === undefined || data.rules.length === 0 ? null : <Rules standing={data} {...props} />
}

function Rules({ standing, kind, id }: Signable & { standing: ApprovalStanding }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { rules, signatures, maySign, isLastStep, due } = standing
  const sign = useWrite(callsOf({ kind }).sign, { invalidates: stale, success: 'approvals:standing.signed' })
  const withdraw = useWrite(callsOf({ kind }).withdraw, { invalidates: stale, success: 'approvals:standing.withdrawn' })
  const open = rules.find(({ satisfied }) => !satisfied)
  const isSigned = signatures.some(({ isMine, isOutdated }) => isMine && !isOutdated)
  const params = { id }
  return (
    <Decisions label={t('standing.title')}>
      {rules.map((rule, at) => (
        <Rule
          key={rule.ruleId}
          rule={rule}
          detail={
            at === 0 && (
              <Stack gap="none">
                {signatures.map((signature) => (
                  <SignatureLine key={`${signature.signedDate} ${signature.signedBy?.userId}`} signature={signature} />
                ))}
                {isLastStep && <Text>{t('standing.lastStep')}</Text>}
                {due !== null && (
                  <Text kind="small">{t('standing.due', { date: formatDayAndTime(new Date(due), locale) })}</Text>
                )}
              </Stack>
            )
          }
          actions={
            rule === (open ?? rules[0]) && (
              <>
                {isSigned && (
                  <ActionButton
                    variant="default"
                    loading={withdraw.isPending}
                    onClick={() => withdraw.mutate({ params })}
                  >
                    {t('standing.withdraw')}
                  </ActionButton>
                )}
                {maySign && (
                  <ActionButton
                    variant={isLastStep ? 'default' : 'outline'}
                    loading={sign.isPending}
                    onClick={() => sign.mutate({ params, body: {} })}
                  >
                    {t('standing.sign')}
                  </ActionButton>
                )}
              </>
            )
          }
        />
      ))}
    </Decisions>
  )
}

interface RuleProps {
  rule: BindingRule
  detail: ReactNode
  actions: ReactNode
}

function Rule({ rule, detail, actions }: RuleProps) {
  const { t } = useTranslation('approvals')
  const needs = useNeedsWords()
  const words = { name: rule.name, needs: needs(rule) }
  return (
    <Decision tone={rule.satisfied ? 'success' : 'warning'} detail={detail} actions={actions}>
      {rule.satisfied ? t('standing.met', words) : t('standing.needs', words)}
    </Decision>
  )
}
