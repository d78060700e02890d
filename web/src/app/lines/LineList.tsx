import { Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maximumMoney, maximumQuantity } from '@trellis/contract/values'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { amountOfLine } from '../amounts.ts'
import { Breaks } from '../Breaks.tsx'
import styles from './lines.module.css'
import { type Line, type LineChange, withLine, withoutProduct } from './lines.ts'

export interface LineListProps {
  /** Accessible name of the list. */
  label: string
  lines: readonly Line[]
  currency: string | null
  /** Whether prices can be typed. */
  pricesOpen?: boolean
  /** The name of the quantity in the record; errors and fields are named by it. */
  quantityName?: string
  /** The error of a field, by its path in the record: `items.0.quantity`. */
  faultAt: (path: string) => string | undefined
  /** A warning under the quantity. */
  warningOf?: (line: Line) => string | null
  /** What stands beside a price, or under its field. */
  besidePrice?: (line: Line) => ReactNode
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
}

/** Products with quantity, price and amount, to be edited. */
export function LineList(props: LineListProps & { onEnter: () => void }) {
  const { t } = useTranslation('lines')
  return (
    <div>
      <div className={`${styles.line} ${styles.lineHead}`} aria-hidden>
        {(['product', 'quantity', 'price', 'amount'] as const).map((name) => (
          <Text key={name} kind="small">
            {t(name)}
          </Text>
        ))}
      </div>
      <Stack as="ul" gap="none" aria-label={props.label}>
        {props.lines.map((line, index) => (
          <EditedLine key={line.productId} {...props} line={line} index={index} />
        ))}
      </Stack>
    </div>
  )
}

type EditedLineProps = LineListProps & { line: Line; index: number; onEnter: () => void }

function EditedLine(props: EditedLineProps) {
  const { line, index, currency, quantityName = 'quantity', faultAt, warningOf, onEnter } = props
  const { t } = useTranslation('lines')
  const { productId, name } = line
  const fault = faultAt(`items.${index}.productId`) ?? faultAt(`items.${index}`)
  const warning = warningOf?.(line)
  const change = (patch: LineChange) => props.onChange((before) => withLine(before, productId, patch))
  const onKeyDown = (event: KeyboardEvent) => {
    // With Ctrl or ⌘ the form is saved.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onEnter()
  }
  const named = (field: string, value: number | null) => ({ name: `items.${index}.${field}`, value, onKeyDown })
  return (
    <li className={styles.line}>
      <Stack gap="none">
        <Text kind="strong">{name}</Text>
        <Text kind="small">{line.sku}</Text>
        {fault && (
          <Text kind="error" role="alert" data-fault tabIndex={-1}>
            {fault}
          </Text>
        )}
      </Stack>
      <Cell name={t('quantity')}>
        <NumberInput
          {...named(quantityName, line.quantity)}
          aria-label={t('quantityOf', { product: name })}
          minimum={1}
          maximum={maximumQuantity}
          error={faultAt(`items.${index}.${quantityName}`)}
          onChange={(quantity) => change({ quantity })}
        />
        {warning && (
          <Text kind="small" className={styles.warning}>
            {warning}
          </Text>
        )}
      </Cell>
      <Cell name={t('price')}>
        {props.pricesOpen ? (
          <>
            <NumberInput
              {...named('price', line.price)}
              aria-label={t('priceOf', { product: name })}
              decimals={4}
              maximum={maximumMoney}
              unit={<Text kind="small">{currency}</Text>}
              rightSectionWidth="3rem"
              error={faultAt(`items.${index}.price`)}
              onChange={(price) => change({ price })}
            />
            {props.besidePrice?.(line)}
          </>
        ) : (
          <Text>
            <Money amount={line.price} currency={currency} precise /> {props.besidePrice?.(line)}
          </Text>
        )}
        <Breaks
          breaks={line.offered?.quantityBreaks ?? []}
          currency={currency}
          words={(from, price) => t('breakFrom', { from, price })}
        />
      </Cell>
      <Cell name={t('amount')}>
        <Text>
          <Money amount={amountOfLine(line, currency)} currency={currency} />
        </Text>
      </Cell>
      <Tooltip label={t('remove', { product: name })}>
        <IconButton
          aria-label={t('remove', { product: name })}
          onClick={() => props.onChange((before) => withoutProduct(before, productId))}
        >
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </li>
  )
}

/** On narrow screens a value has its name above it, because the heads of the columns are not there. */
const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text kind="small" className={styles.fieldName}>
      {name}
    </Text>
    {children}
  </div>
)
