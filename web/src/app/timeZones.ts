/** The IANA time zones with their current offset and name, in the reader's language. */
export interface ZoneInWords {
  /** `Europe/Rome` */
  id: string
  /** The current offset, `UTC+01:00`; it changes with summer time. */
  offset: string
  /** `Central European Time`; empty when the language has no name for it. */
  name: string
}

/** The offset of a zone at an instant, in minutes and as text. */
function offsetAt(zone: string, instant: Date): { minutes: number; offset: string } {
  const text = partOf(zone, 'en', 'longOffset', instant)
  const [, sign, hours = '00', minutes = '00'] = /GMT([+-])(\d\d):?(\d\d)?/.exec(text) ?? []
  const amount = Number(hours) * 60 + Number(minutes)
  return {
    minutes: sign === '-' ? -amount : amount,
    offset: `UTC${sign === '-' ? '−' : '+'}${hours}:${minutes}`,
  }
}

function partOf(timeZone: string, language: string, timeZoneName: 'longOffset' | 'longGeneric', instant: Date): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(instant)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    // A saved zone may be unknown to this browser; it must not cause an error.
    return ''
  }
}

export function zoneInWords(id: string, language: string, instant: Date): ZoneInWords {
  const name = partOf(id, language, 'longGeneric', instant)
  return { id, offset: offsetAt(id, instant).offset, name: /^(GMT|UTC)/.test(name) ? '' : name }
}

/** The time zone of this browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All zones from west to east, including the chosen ones even when this browser does not know them. */
export function allZones(language: string, instant: Date, chosen: readonly string[]): ZoneInWords[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...chosen])]
    .map((id) => ({ ...zoneInWords(id, language, instant), minutes: offsetAt(id, instant).minutes }))
    .sort((one, other) => one.minutes - other.minutes || one.id.localeCompare(other.id, 'en'))
}

const simple = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_/−-]/g, ' ')
    .toLowerCase()

/** The zones that match every typed word: a city, a part of the zone's name, an offset. */
export function zonesThatFit(zones: readonly ZoneInWords[], typed: string): ZoneInWords[] {
  const words = simple(typed).split(/\s+/).filter(Boolean)
  return zones.filter(({ id, offset, name }) => {
    const text = simple(`${id} ${offset} ${name}`)
    return words.every((word) => text.includes(word))
  })
}

/** The readable form of an id: `America/New_York` without the underscore. */
export const zoneLabel = (id: string): string => id.replaceAll('_', ' ')
