import { Money } from './Money.tsx'

/** Sums in several currencies: "€1,200 + $300". */
export const Amounts = ({ of }: { of: readonly { currencyCode: string; amount: number }[] }) =>
  of.map(({ currencyCode, amount }, index) => (
    <span key={currencyCode}>
      {index > 0 && ' + '}
      <Money amount={amount} currency={currencyCode} />
    </span>
  ))
