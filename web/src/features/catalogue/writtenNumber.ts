import { formatNumber } from '../../ui/format.ts'

/** All digits that a number has; one that is very large or very small in powers of ten, as nobody counts zeros. */
export function writtenNumber(value: number, language: string): string {
  const size = Math.abs(value)
  const isReadable = value === 0 || (size >= 1e-6 && size < 1e15)
  return formatNumber(value, language, {
    maximumFractionDigits: 20,
    ...(isReadable ? {} : { notation: 'scientific' }),
  })
}
