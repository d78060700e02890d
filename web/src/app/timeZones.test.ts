import { expect, test } from 'vitest'
import { allZones, zoneInWords, zonesThatFit } from './timeZones.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')

test('a time zone is shown with its current offset and its name in the reader’s language', () => {
  expect(zoneInWords('Europe/Rome', 'en', winter)).toEqual({
    id: 'Europe/Rome',
    offset: 'UTC+01:00',
    name: 'Central European Time',
  })
  expect(zoneInWords('Europe/Rome', 'it', summer)).toEqual({
    id: 'Europe/Rome',
    offset: 'UTC+02:00',
    name: 'Ora dell’Europa centrale',
  })
  expect(zoneInWords('America/St_Johns', 'en', winter).offset).toBe('UTC−03:30')
  expect(zoneInWords('UTC', 'en', winter).offset).toBe('UTC+00:00')
})

test('the list is ordered from west to east and contains the zone that was chosen before', () => {
  const zones = allZones('en', winter, ['Mars/Olympus'])
  const ids = zones.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(400)
  expect(ids.indexOf('America/New_York')).toBeLessThan(ids.indexOf('UTC'))
  expect(ids.indexOf('UTC')).toBeLessThan(ids.indexOf('Asia/Tokyo'))
  expect(ids).toContain('Mars/Olympus')
})

test('a time zone is found by its city, its name or its offset', () => {
  const zones = allZones('it', winter, [])
  expect(zonesThatFit(zones, 'new york').map(({ id }) => id)).toEqual(['America/New_York'])
  expect(zonesThatFit(zones, 'Europa centrale').map(({ id }) => id)).toContain('Europe/Rome')
  expect(zonesThatFit(zones, '+05:45').map(({ id }) => id)).toHaveLength(1)
  expect(zonesThatFit(zones, 'nowhere at all')).toEqual([])
})
