import { IconX } from '@tabler/icons-react'
import { maximumBreaks } from '@trellis/contract/quantity-breaks'
import { maximumQuantity } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { type BreakDraft, breakFaultOf, type PriceDraft } from './discount.ts'
import { asTyped, type InputProps } from './PriceInputs.tsx'

/** Adds an empty break below the others. */
export const withBreak = (draft: PriceDraft): PriceDraft => ({
  ...draft,
  breaks: [...(draft.breaks ?? []), { from: null, price: null }],
})

export const mayHaveMore = ({ breaks = [] }: PriceDraft): boolean => breaks.length < maximumBreaks

interface BreakInputsProps extends InputProps {
  /** Whether one is added by a button below; else by the tools of the line. */
  adds: boolean
}

/** The quantity breaks of a price, under its field: from so many pieces on, this much. */
export function BreakInputs({ product, line, draft, faulty, onChange, adds }: BreakInputsProps) {
  const { t } = useTranslation('priceLists')
  const { breaks = [] } = draft
  const fault = faulty ? breakFaultOf(draft) : null
  const change = (index: number, patch: Partial<BreakDraft>) =>
    onChange({ ...draft, breaks: breaks.map((each, at) => (at === index ? { ...each, ...patch } : each)) })
  const errorOf = (index: number, field: 'from' | 'price') =>
    fault?.index === index && fault.field === field
      ? fault.fault === 'decimals'
        ? t('faults.decimals')
        : t(`breaks.faults.${fault.fault}`)
      : undefined
  return (
    <Stack gap="xs" align="end" style={{ whiteSpace: 'normal' }}>
      {breaks.map((each, index) => {
        const named = { product, number: index + 1 }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no other key, and stay in their order
          <Row key={index} nowrap gap="xs" align="start">
            <Text kind="small" style={{ lineHeight: '2.25rem', whiteSpace: 'nowrap' }}>
              {t('breaks.from')}
            </Text>
            <NumberInput
              w="4.5rem"
              maximum={maximumQuantity}
              aria-label={t('breaks.fromOf', named)}
              data-line={line}
              value={each.from}
              error={errorOf(index, 'from')}
              onChange={(from) => change(index, { from })}
            />
            <NumberInput
              {...asTyped}
              w="6rem"
              aria-label={t('breaks.priceOf', named)}
              data-line={line}
              value={each.price}
              error={errorOf(index, 'price')}
              onChange={(price) => change(index, { price })}
            />
            <IconButton
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('breaks.remove', named)}
              onClick={() => onChange({ ...draft, breaks: breaks.filter((_, at) => at !== index) })}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </Row>
        )
      })}
      {adds && mayHaveMore(draft) && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(withBreak(draft))}>
          {t('breaks.add')}
        </Button>
      )}
    </Stack>
  )
}
