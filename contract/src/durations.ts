import { perpetualYears } from './values.ts'

/** How long a license or its maintenance lasts, as products and the details of licenses have it. */
export interface Duration {
  years: number
  months: number
  days: number
  perpetual: boolean
}

/** 255 years and "perpetual" are the same, whichever of them was said (rules C4). */
export const isPerpetual = ({ perpetual, years }: Pick<Duration, 'perpetual' | 'years'>): boolean =>
  perpetual || years >= perpetualYears
