// @module-tag long
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { workbookOf } from '../../testing/workbook.ts'
import { newReading, UnreadableFile } from './source.ts'
import { readXlsxRecords } from './xlsx.ts'

async function read(content: Buffer) {
  const source = { size: content.length, open: () => Readable.from([content]), format: 'xlsx' as const }
  const records = []
  for await (const record of readXlsxRecords(source, newReading())) records.push(record)
  return records
}
async function refusal(content: Buffer) {
  const error = await read(content).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UnreadableFile)
  return (error as UnreadableFile).problems[0]?.details[0]
}

const whole = await workbookOf([
  ['Code', 'Name'],
  ['one', 'First'],
])
const sheet = 'xl/worksheets/sheet1.xml'
/** The workbook with another sheet. */
const withSheet = (content: Uint8Array, level: 0 | 9 = 9) =>
  Buffer.from(zipSync({ ...unzipSync(whole), [sheet]: content }, { level }))
const sheetOf = (rows: string) =>
  Buffer.from(
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  )
/** Announces other sizes in every header of the archive. */
function announcing(content: Buffer, size: number): Buffer {
  const changed = Buffer.from(content)
  for (let at = 0; at + 4 < changed.length; at++) {
    if (changed.readUInt32LE(at) === 0x04034b50) changed.writeUInt32LE(size, at + 22)
    if (changed.readUInt32LE(at) === 0x02014b50) changed.writeUInt32LE(size, at + 24)
  }
  return changed
}

test('a workbook is read, without what is no part of its tables', async () => {
  const extra = Buffer.from(zipSync({ ...unzipSync(whole), 'xl/media/bomb.png': new Uint8Array(300_000_000) }))
  const records = [
    { line: 1, cells: ['Code', 'Name'] },
    { line: 2, cells: ['one', 'First'] },
  ]
  expect(await read(whole)).toEqual(records)
  expect(await read(extra)).toEqual(records)
})

test.each([
  ['text', Buffer.from('Code,Name\n'), /./],
  ['an empty file', Buffer.alloc(0), /./],
  ['noise', randomBytes(10_000), /./],
  ['a cut archive', whole.subarray(0, whole.length / 2), /./],
  ['an archive with a damaged part', withByteInSheet(), /./],
  ['an archive without a sheet', Buffer.from(zipSync({ 'a.xml': new Uint8Array(3) })), /./],
  ['a sheet that unpacks to 300 MB', withSheet(new Uint8Array(300_000_000)), /more than 256 MB/],
  ['a sheet that says less than it unpacks to', announcing(withSheet(new Uint8Array(300_000_000)), 1_000), /./],
  [
    'a cell in the last place of a sheet',
    withSheet(sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    /./,
  ],
  ['elements within elements', withSheet(sheetOf('<row>'.repeat(500_000))), /./],
])('%s is refused with the reason, and the process lives (threats F11)', async (_, content, why) => {
  expect(await refusal(content)).toMatch(why)
})

function withByteInSheet(): Buffer {
  const changed = Buffer.from(whole)
  changed.fill(0xa5, 60, 200)
  return changed
}
