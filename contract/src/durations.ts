import { perpetualYears } from './values.ts'

/** The duration of a license or its maintenance, as in products and license details. */
export interface Duration {
  years: number
  months: number
  days: number
  perpetual: boolean
}

/** 255 years and "perpetual" mean the same, whichever was given (rules C4). */
export const isPerpetual = ({ perpetual, years }: Pick<Duration, 'perpetual' | 'years'>): boolean =>
  perpetual || years >= perpetualYears

/** Days until a device must renew its lease (rules K9). A lease never lasts longer than the license. */
export const leaseDays = 7
