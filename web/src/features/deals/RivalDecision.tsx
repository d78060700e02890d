import type { Deal, PossibleDuplicate } from '@trellis/contract/deal-answers'
import type { Standing } from '@trellis/contract/deal-standing'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decision } from '../../ui/Decision.tsx'
import { openFold } from '../../ui/Fold.tsx'
import { formatDay } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import { useDuplicates } from './Duplicates.tsx'
import { useStandingSentence } from './standingSentence.tsx'
import type { Decisions } from './useDecisions.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'

interface RivalDecisionProps {
  deal: Deal
  /** Others are protected, or wait since earlier, or came later. */
  fact: Standing
  decisions: Decisions
  tone: Tone
}

/** Who else registered the opportunity, in a sentence, with what made it match; the comparison is folded below. */
export function RivalDecision({ deal, fact, decisions, tone }: RivalDecisionProps) {
  const { t } = useTranslation('deals')
  const sentenceOf = useStandingSentence(deal)
  const whyNot = useWhyNot()
  const { data, isPending } = useDuplicates(deal)
  const rival = data && nearest(deal, data.items)
  const needsReason = fact.kind !== 'first'
  return (
    <Decision
      tone={tone}
      detail={
        !isPending && (
          <Marks
            rival={rival}
            more={(data?.items.length ?? 0) + (data?.outOfReach ?? 0) - 1}
            needsReason={needsReason}
          />
        )
      }
      actions={
        !isPending && (
          <>
            <ActionButton variant="default" onClick={() => openFold('duplicates')}>
              {t('rival.compare')}
            </ActionButton>
            {needsReason && isMine(deal, 'protect') && (
              <ActionButton
                variant="default"
                blocked={whyNot(deal, 'protect')}
                loading={decisions.busy}
                onClick={() => decisions.protect(deal)}
              >
                {t('rival.anyway')}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {isPending ? (
        <span data-outline>
          <Line width="min(30rem, 90%)" />
        </span>
      ) : rival ? (
        <Sentence rival={rival} deal={deal} />
      ) : (
        sentenceOf(fact)
      )}
    </Decision>
  )
}

/** The registration that stands in the way: one that is protected, else the first one. */
function nearest(deal: Deal, found: readonly PossibleDuplicate[]): PossibleDuplicate | undefined {
  const isProtected = ({ deal: other }: PossibleDuplicate) => other.protectionStatus === 'Approved' && !other.isExpired
  const byAge = found.toSorted((one, other) => (one.deal.creationDate < other.deal.creationDate ? -1 : 1))
  const [earliest] = byAge
  return byAge.find(isProtected) ?? (earliest?.deal.dealId === deal.dealId ? undefined : earliest)
}

function Sentence({ rival, deal }: { rival: PossibleDuplicate; deal: Deal }) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const hrefOf = useAccountHref()
  const { vendor, prospect, creationDate, protectionStatus, isExpired, expirationDate } = rival.deal
  const day = (instant: string) => formatDay(new Date(instant), locale)
  const isFirst = creationDate < deal.creationDate
  const words = protectionStatus === 'Approved' && !isExpired ? 'protected' : 'waits'
  return (
    <LinkedText names={{ vendor: { name: vendor.accountName, href: hrefOf(vendor.accountId) } }}>
      {(marks) =>
        t(`rival.${isFirst ? 'first' : 'later'}.${words}`, {
          ...marks,
          company: prospect.name,
          date: day(creationDate),
          until: day(expirationDate),
        })
      }
    </LinkedText>
  )
}

interface MarksProps {
  rival: PossibleDuplicate | undefined
  more: number
  needsReason: boolean
}

const lowerFirst = (words: string) => words.charAt(0).toLocaleLowerCase() + words.slice(1)

/** What made it match, in one line. */
function Marks({ rival, more, needsReason }: MarksProps) {
  const { t } = useTranslation('deals')
  const reasons = rival?.reasons.map((reason) => t(`compare.reasons.${reason}`))
  const products = rival?.products.map(({ productName }) => productName).join(', ')
  return [
    reasons?.length && `${reasons.map((words, index) => (index === 0 ? words : lowerFirst(words))).join(', ')}.`,
    products && t('rival.both', { products }),
    rival && more > 0 && t('rival.more', { count: more }),
    needsReason && t('rival.reason'),
  ]
    .filter(Boolean)
    .join(' ')
}
