import { deflateSync } from 'node:zlib'
import { certificates } from '@trellis/contract/certificates'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { certifying } from '../../testing/certifying.ts'
import { isFull } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { chunk, interlacedRows, jpegOf, png, withByte } from '../../testing/pictures.ts'
import { startServerProcess } from '../../testing/processes.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

/* Covers: server/src/platform/pictures/redraw.ts, server/src/platform/pictures/png-chunks.ts */

const world = await network()
const { vendor, nordico, acme, app } = world
const { upload } = uploading(world)
const { define } = certifying(world)
const { issue, items } = selling(world)

const setLogo = async (content: Buffer) =>
  vendor.raw(settings.setLogo, { body: { accountFileId: await upload(vendor, content, { fileName: 'logo.png' }) } })
async function kept() {
  const { logoUrl } = await vendor.call(settings.read)
  const { rawPayload } = await app.http.inject({ url: logoUrl ?? '' })
  return { bytes: rawPayload, ...decode(rawPayload) }
}

const whole = png()
const jpeg = jpegOf(16, 16, [31, 111, 107])
const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
const broken: [string, Buffer, RegExp][] = [
  ['PNG whose data are no zlib', png({ data: Buffer.from('not zlib') }), /data are damaged/],
  ['PNG whose data end too early', png({ data: deflateSync(Buffer.alloc(410)).subarray(0, 8) }), /data are damaged/],
  ['PNG whose data have a wrong sum', png({ data: withByte(deflateSync(Buffer.alloc(410)), -1, 7) }), /damaged/],
  ['PNG with fewer rows than it says', png({ rows: Buffer.alloc(100) }), /fewer data than pixels/],
  ['PNG with an unknown filter', png({ rows: Buffer.alloc(410, 9) }), /damaged/],
  ['PNG that unpacks to 200 MB', png({ width: 2000, height: 2000, data: bomb }), /more data than pixels/],
  ['PNG without data', withByte(whole, 40, 0x78), /damaged/],
  ['PNG that is cut', whole.subarray(0, 60), /ends too early/],
  ['PNG without an end', whole.subarray(0, -12), /ends too early/],
  ['PNG with a chunk of 4 GB', png({ more: [withByte(chunk('tEXt', Buffer.alloc(4)), 0, 0xff)] }), /ends too early/],
  ['PNG with a wrong sum of its header', withByte(whole, 29, 1), /damaged/],
  ['PNG with a depth of 3', png({ depth: 3 }), /damaged/],
  ['PNG of colour type 5', png({ color: 5 }), /header is damaged/],
  ['PNG of a palette without one', png({ color: 3 }), /no palette/],
  [
    'PNG with an entry beyond its palette',
    png({ color: 3, rows: Buffer.alloc(110, 1), more: [chunk('PLTE', Buffer.alloc(3))] }),
    /damaged/,
  ],
  ['PNG without width', png({ width: 0 }), /no pixels/],
  ['JPEG that is cut', jpeg.subarray(0, 300), /damaged/],
  [
    'JPEG with noise for its tables',
    Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(200, 0xa5), jpeg.subarray(200)]),
    /images can be logos|damaged/,
  ],
  [
    'JPEG that is only its first frame',
    Buffer.from('ffd8ffc000110800200040030122000211010311010000', 'hex'),
    /damaged/,
  ],
  ['text with the name of an image', Buffer.from('not an image'), /Only PNG and JPEG/],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Only PNG and JPEG/],
]

test.each(broken)(
  'a %s is refused as a logo, with the reason, and nothing changes (threats F11)',
  async (_, content, why) => {
    const before = await vendor.call(settings.read)
    const { status, body } = await setLogo(content)
    const { code, info } = body as { code: string; info: { issues: { path: string; message: string }[] } }
    expect([status, code]).toEqual([422, 'RQ422'])
    expect(info.issues).toEqual([
      { path: 'accountFileId', code: expect.any(String), message: expect.stringMatching(why) },
    ])
    expect(await vendor.call(settings.read)).toEqual(before)
  },
)

const teal = [31, 111, 107]
const rowsOf = (width: number, height: number, pixel: readonly number[]) =>
  Buffer.from(Array.from({ length: height }, () => [0, ...Array.from({ length: width }, () => pixel).flat()]).flat())
const palette = chunk('PLTE', Buffer.from([255, 255, 255, ...teal]))
const good: [string, Buffer, number[]][] = [
  ['PNG of colours', png({ color: 2, rows: rowsOf(10, 10, teal) }), teal],
  ['PNG with opacity', png({ rows: rowsOf(10, 10, [...teal, 128]) }), [...teal, 128]],
  ['PNG with full opacity', png({ rows: rowsOf(10, 10, [...teal, 255]) }), teal],
  [
    'PNG of 16 bits',
    png({
      color: 2,
      depth: 16,
      rows: rowsOf(
        10,
        10,
        teal.flatMap((value) => [value, value]),
      ),
    }),
    teal,
  ],
  ['grey PNG of one bit', png({ color: 0, depth: 1, rows: rowsOf(2, 10, [0xff]) }), [255, 255, 255]],
  [
    'grey PNG with a clear value',
    png({ color: 0, rows: rowsOf(10, 10, [7]), more: [chunk('tRNS', Buffer.from([0, 7]))] }),
    [7, 7, 7, 0],
  ],
  ['grey PNG with opacity', png({ color: 4, rows: rowsOf(10, 10, [7, 99]) }), [7, 7, 7, 99]],
  ['PNG with a palette', png({ color: 3, rows: rowsOf(10, 10, [1]), more: [palette] }), teal],
  ['PNG with a palette of two bits', png({ color: 3, depth: 2, rows: rowsOf(3, 10, [0x55]), more: [palette] }), teal],
  ['PNG that suggests a palette', png({ color: 2, rows: rowsOf(10, 10, teal), more: [palette] }), teal],
  ['interlaced PNG', png({ interlaced: true, rows: interlacedRows(10, 10, [...teal, 200]) }), [...teal, 200]],
  [
    'PNG with a monstrous colour profile',
    png({ color: 2, rows: rowsOf(10, 10, teal), more: [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb]))] }),
    teal,
  ],
]

test.each(good)('a %s is kept as a PNG of its pixels and nothing else', async (_, content, pixel) => {
  expect(await setLogo(content)).toMatchObject({ status: 200 })
  const { bytes, width, height, channels, data } = await kept()
  expect([width, height, channels, [...data.subarray(0, channels)]]).toEqual([10, 10, pixel.length, pixel])
  expect([...data].every((value, at) => value === pixel[at % channels])).toBe(true)
  expect(bytes.toString('latin1').match(/IHDR|PLTE|tRNS|iCCP|tEXt|IDAT|IEND/g)).toEqual(['IHDR', 'IDAT', 'IEND'])
})

test('a JPEG is kept as a PNG, and bytes behind the end of an image are gone', async () => {
  expect(await setLogo(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))).toMatchObject({ status: 200 })
  const { bytes, width, height, data } = await kept()
  expect([width, height]).toEqual([16, 16])
  for (const [at, value] of teal.entries()) expect(Math.abs((data[at] ?? 0) - value)).toBeLessThan(4)
  expect(bytes.includes('script')).toBe(false)
})

test('a large logo is made smaller, so that every document takes it quickly (threats F11)', {
  tags: ['long'],
}, async () => {
  const width = 1600
  const rows = Buffer.concat(
    Array.from({ length: 900 }, (_, y) =>
      Buffer.from([0, ...Array.from({ length: width }, (_, x) => ((x * y) >> 8) & 255)]),
    ),
  )
  expect(await setLogo(png({ width, height: 900, color: 0, rows }))).toMatchObject({ status: 200 })
  const { bytes, ...smaller } = await kept()
  expect(smaller).toMatchObject({ width: 800, height: 450 })
  expect(bytes.length).toBeLessThanOrEqual(256 * 1024)
})

test.skipIf(!isFull)(
  'logos that were stored before they were decoded at upload end no process: the name stands in for them (threats F11)',
  async () => {
    await issue({ 'EDGE-1Y': 1 })
    const { id } = await acme.call(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } })
    const certificateId = await define('User')
    const issued = await vendor.call(userCertificates.create, { body: { certificateId, userId: nordico.userId } })
    const server = await startServerProcess(world)
    const get = async (path: string, init: RequestInit = {}) => {
      const headers = {
        'x-tenant-code': world.tenantCode,
        authorization: `Bearer ${await vendor.token()}`,
        'content-type': 'application/json',
      }
      return fetch(`${server.url}/api/v1${path}`, { headers, ...init })
    }
    try {
      const monstrous = [bomb.subarray(0, 100_000), Buffer.from('not zlib'), deflateSync(Buffer.alloc(20))]
      for (const data of monstrous) {
        const stored = png({ width: 2000, height: 2000, data })
        await raw(
          world,
          `insert into tenant_logos (tenant_id, type, content, hash) values ($1, 'image/png', $2, 'before')
         on conflict (tenant_id) do update set content = excluded.content`,
          [world.tenantId, stored],
        )
        const pdf = await get(`/orders/${id}/pdf`)
        expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
        const body = JSON.stringify({ id: issued.id, kind: 'User' })
        const certificate = await get(certificates.pdf.path, { method: 'POST', body })
        expect(certificate.status).toBe(200)
      }
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    } finally {
      await server.stop()
    }
  },
)
