import type { Tx } from '../platform/database/tx.ts'
import type { Actor } from '../platform/tenancy.ts'
import { actAs, dayLength } from './acting.ts'
import type { World } from './members.ts'
import type { Chance } from './random.ts'

/** Runs somebody's deed at its time. Deeds lead to further ones. */
export interface Story {
  world: World
  chance: Chance
  /** The transaction that is open now. */
  tx: Tx
  /** When the deed that runs now happens. */
  at: Date
  plan(at: Date, who: Actor | null, deed: () => Promise<void>): void
  /** So many days from now on, at some time of a working day. */
  later(fromDays: number, toDays: number, who: Actor | null, deed: () => Promise<void>): void
}

interface Deed {
  at: number
  who: Actor | null
  run: () => Promise<void>
}

/** Deeds in order of time. What lies beyond `end` has not happened yet. */
export function openStory(tx: Tx, world: World, chance: Chance, end: Date): Story & { tell(): Promise<void> } {
  const deeds: Deed[] = []
  const story: Story & { tell(): Promise<void> } = {
    world,
    chance,
    tx,
    at: new Date(0),
    plan(at, who, run) {
      const deed = { at: at.getTime(), who, run }
      if (deed.at > end.getTime()) return
      let place = deeds.length
      while (place > 0 && (deeds[place - 1] as Deed).at < deed.at) place -= 1
      deeds.splice(place, 0, deed)
    },
    later(fromDays, toDays, who, run) {
      const days = fromDays + chance.next() * (toDays - fromDays)
      story.plan(workingTime(new Date(story.at.getTime() + days * dayLength), story.at, chance), who, run)
    },
    async tell() {
      for (let deed = deeds.pop(); deed !== undefined; deed = deeds.pop()) {
        story.at = new Date(deed.at)
        await actAs(tx, deed.who, story.at)
        await deed.run()
      }
    },
  }
  return story
}

/** The same day between eight and five, or the next Monday's; never before `earliest`. */
function workingTime(wanted: Date, earliest: Date, chance: Chance): Date {
  const day = new Date(wanted)
  while (isWeekend(day)) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCHours(chance.between(7, 15), chance.between(0, 59), chance.between(0, 59), chance.between(0, 999))
  return day > earliest ? day : new Date(earliest.getTime() + chance.between(20, 240) * 60_000)
}

export const isWeekend = (day: Date): boolean => day.getUTCDay() === 0 || day.getUTCDay() === 6
