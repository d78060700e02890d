import { isObject } from './claims.ts'

/** What a lease or an exported license grants by name. */
export interface Entitled {
  readonly entitlements: Readonly<Record<string, unknown>>
}

/** The typed features of a license. What it does not grant, or grants as another type, is `false`, 0 or null. */
export interface Entitlements {
  /**
   * Whether the license grants it: a flag that is on, a number above 0, or a text, time or object that is there. With
   * `least`: whether it is a number of at least that much.
   */
  has(name: string, least?: number): boolean
  /** The number. */
  limit(name: string): number
  text(name: string): string | null
  instant(name: string): Date | null
  object(name: string): Readonly<Record<string, unknown>> | null
}

/** Reads the features of a lease's or license's claims; null grants nothing. */
export function entitlementsOf(claims: Entitled | null): Entitlements {
  const granted = (name: string): unknown =>
    claims !== null && Object.hasOwn(claims.entitlements, name) ? claims.entitlements[name] : undefined
  const limit = (name: string) => {
    const value = granted(name)
    return typeof value === 'number' ? value : 0
  }
  const text = (name: string) => {
    const value = granted(name)
    return typeof value === 'string' ? value : null
  }
  return {
    has(name, least) {
      const value = granted(name)
      if (least !== undefined) return typeof value === 'number' && value >= least
      return typeof value === 'number' ? value > 0 : Boolean(value)
    },
    limit,
    text,
    instant(name) {
      const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text(name) ?? '') ? Date.parse(text(name) as string) : Number.NaN
      return Number.isNaN(time) ? null : new Date(time)
    },
    object(name) {
      const value = granted(name)
      return isObject(value) ? value : null
    },
  }
}
