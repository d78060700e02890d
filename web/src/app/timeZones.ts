/** The places of the world as clocks know them (IANA), with what their clocks say now, in the reader's language. */
export interface ZoneInWords {
  /** `Europe/Rome` */
  id: string
  /** `UTC+01:00`, now: summer time comes and goes. */
  offset: string
  /** `Central European Time`; empty where the language has no name for it. */
  name: string
}

/** In minutes and in words, at an instant. */
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
    // A zone that this browser does not know is still one that somebody chose.
    return ''
  }
}

export function zoneInWords(id: string, language: string, instant: Date): ZoneInWords {
  const name = partOf(id, language, 'longGeneric', instant)
  return { id, offset: offsetAt(id, instant).offset, name: /^(GMT|UTC)/.test(name) ? '' : name }
}

/** The zone of this browser's clock. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone that can be chosen, from west to east. One that is chosen already is among them, known to the browser or not. */
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

/** Those that fit every word typed: a city, a part of the zone's name, an offset. */
export function zonesThatFit(zones: readonly ZoneInWords[], typed: string): ZoneInWords[] {
  const words = simple(typed).split(/\s+/).filter(Boolean)
  return zones.filter(({ id, offset, name }) => {
    const text = simple(`${id} ${offset} ${name}`)
    return words.every((word) => text.includes(word))
  })
}

/** `America/New_York` as people write it. */
export const zoneLabel = (id: string): string => id.replaceAll('_', ' ')
