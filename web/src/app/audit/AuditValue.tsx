import { kindOfField } from '@trellis/contract/audit-fields'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Bytes } from '../../ui/Bytes.tsx'
import { ColorDot } from '../../ui/ColorDot.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Row } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Percentage } from '../../ui/Percentage.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { useCountryName } from '../countryName.ts'
import { useRoleName } from '../roleNames.ts'
import type { Facts, Line } from './comparison.ts'
import { currencyBeside } from './currencyBeside.ts'
import { isNamedRecord, useAuditReading } from './reading.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The value of a line before or after the change. */
export const LineValue = ({ line: { path, beside, ...line }, side }: { line: Line; side: 'before' | 'after' }) => (
  <AuditValue name={path.at(-1) as string} value={line[side]} beside={beside[side]} />
)

/** The value of one field in words. */
function AuditValue({ name, value, beside }: { name: string; value: unknown; beside: Facts }) {
  if (value === null || value === undefined || value === '') return <NoValue />
  if (!Array.isArray(value)) return <One name={name} value={value} beside={beside} />
  if (value.length === 0) return <NoValue />
  return value.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the elements have no other key and never move
    <Fragment key={index}>
      {index > 0 && ', '}
      <One name={name} value={each} beside={beside} />
    </Fragment>
  ))
}

function One({ name, value, beside }: { name: string; value: unknown; beside: Facts }): ReactNode {
  const { t } = useTranslation('audit')
  const countryName = useCountryName()
  const roleName = useRoleName()
  const { entity, names, currency: ofRecord, words, hrefOf } = useAuditReading()
  const kind = kindOfField(entity, name)
  const number = typeof value === 'number' ? value : Number.parseFloat(String(value))
  if (kind === 'words') return words.value(entity, name, value)
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
  if (kind === undefined || kind === 'text' || kind === 'anything') return String(value)
  if (kind === 'code') return <EntityLink mono>{String(value)}</EntityLink>
  if (kind === 'instant') return <DateTime value={String(value)} />
  if (kind === 'role_name') return roleName({ name: String(value) })
  if (kind === 'country') return countryName({ countryCode: String(value), country: String(value) })
  if (kind === 'currency') return names[`currency:${value}`] ?? String(value)
  if (kind === 'color')
    return (
      <Row as="span" gap="xs" style={{ display: 'inline-flex' }}>
        <ColorDot size={12} color={String(value)} />
        {String(value)}
      </Row>
    )
  if (isNamedRecord(kind)) {
    const id = String(value)
    const known = names[typeof value === 'string' ? id : `${kind}:${id}`] ?? null
    // The product as it was called then, where it was recorded.
    const then = name === 'productId' ? { shown: textOf(beside.productName), hint: textOf(beside.sku) } : {}
    const shown = known ?? then.shown ?? then.hint
    return (
      <EntityLink
        href={hrefOf(kind, id, known)}
        mono={shown === undefined}
        hint={shown === then.hint ? null : then.hint}
      >
        {shown ?? id}
      </EntityLink>
    )
  }
  if (Number.isNaN(number)) return String(value)
  const currency = currencyBeside(beside, names) ?? ofRecord
  if (kind === 'money') return <Money amount={number} currency={currency} precise />
  if (kind === 'discount')
    return beside.customPriceDiscountType === 'percentage' ? (
      <Percentage ratio={number / 100} digits={4} />
    ) : (
      <Money amount={number} currency={currency} precise />
    )
  if (kind === 'percentage') return <Percentage ratio={number / 100} />
  if (kind === 'bytes') return <Bytes value={number} />
  return <Quantity value={number} />
}
