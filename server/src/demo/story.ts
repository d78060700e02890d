import type { Tx } from '../platform/database/tx.ts'
import type { Actor } from '../platform/tenancy.ts'
import { actAs, dayLength } from './acting.ts'
import type { World } from './members.ts'
import type { Chance } from './random.ts'

/** Runs planned events in order of time. Events may plan further ones. */
export interface Story {
  world: World
  chance: Chance
  /** The open transaction. */
  tx: Tx
  /** The time of the current event. */
  at: Date
  plan(at: Date, who: Actor | null, deed: () => Promise<void>): void
  /** Plans an event between `fromDays` and `toDays` from now, in working hours. */
  later(fromDays: number, toDays: number, who: Actor | null, deed: () => Promise<void>): void
}

interface Deed {
  at: number
  who: Actor | null
  run: () => Promise<void>
}

/** A story whose events can be run. */
export interface Telling extends Story {
  /** Runs all planned events up to this time, in order. Later ones are dropped. */
  tell(until: Date): Promise<void>
}

export function openStory(tx: Tx, world: World, chance: Chance): Telling {
  const deeds: Deed[] = []
  const story: Telling = {
    world,
    chance,
    tx,
    at: new Date(0),
    plan(at, who, run) {
      const deed = { at: at.getTime(), who, run }
      let place = deeds.length
      while (place > 0 && (deeds[place - 1] as Deed).at < deed.at) place -= 1
      deeds.splice(place, 0, deed)
    },
    later(fromDays, toDays, who, run) {
      const days = fromDays + chance.next() * (toDays - fromDays)
      story.plan(workingTime(new Date(story.at.getTime() + days * dayLength), story.at, chance), who, run)
    },
    async tell(until) {
      for (let deed = deeds.pop(); deed !== undefined && deed.at <= until.getTime(); deed = deeds.pop()) {
        story.at = new Date(deed.at)
        await actAs(tx, deed.who, story.at)
        await deed.run()
      }
      deeds.length = 0
    },
  }
  return story
}

/** The same day between eight and five, or the next Monday; never before `earliest`. */
function workingTime(wanted: Date, earliest: Date, chance: Chance): Date {
  const day = new Date(wanted)
  while (isWeekend(day)) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCHours(chance.between(7, 15), chance.between(0, 59), chance.between(0, 59), chance.between(0, 999))
  return day > earliest ? day : new Date(earliest.getTime() + chance.between(20, 240) * 60_000)
}

export const isWeekend = (day: Date): boolean => day.getUTCDay() === 0 || day.getUTCDay() === 6
