import { roundTo } from './numbers.ts'

export interface NumberBounds {
  /** 0 by default (rules G10). */
  minimum?: number
  maximum?: number | undefined
  /** Maximum number of decimals; 0 by default: whole numbers. */
  decimals?: number
}

interface NumberFault {
  key: 'atLeast' | 'atMost' | 'integer' | 'decimals'
  values: Record<string, number>
}

/** What is wrong with a number that was typed, in the words of `validation`; null where nothing is. */
export function faultOfNumber(
  value: number,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, decimals = 0 }: NumberBounds,
): NumberFault | null {
  if (value < minimum) return { key: 'atLeast', values: { minimum } }
  if (value > maximum) return { key: 'atMost', values: { maximum } }
  if (roundTo(value, decimals) === value) return null
  return decimals === 0 ? { key: 'integer', values: {} } : { key: 'decimals', values: { count: decimals } }
}
