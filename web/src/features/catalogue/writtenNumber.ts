import { formatNumber } from '../../ui/format.ts'

/** Formats a number with all its digits; very large and very small numbers in scientific notation. */
export function writtenNumber(value: number, language: string): string {
  const size = Math.abs(value)
  const isReadable = value === 0 || (size >= 1e-6 && size < 1e15)
  return formatNumber(value, language, {
    maximumFractionDigits: 20,
    ...(isReadable ? {} : { notation: 'scientific' }),
  })
}
