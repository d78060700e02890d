import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'

const world = await network()
const { nordico } = world

test('products of a list can also be added, priced and removed with form data, which other calls do not accept', async () => {
  const { id } = await nordico.call(priceLists.create, { body: { name: 'By form', currencyId: 978 } })
  const url = `/api/v1/pricelists/${id}/products`
  const headers = { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await nordico.token()}` }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', fields: Record<string, string>, path = url) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const type = encoded.headers.get('content-type') ?? ''
    return world.app.http.inject({ method, url: path, headers: { ...headers, 'content-type': type }, payload })
  }
  const productId = world.products.BOX?.productId ?? ''
  const added = await send('POST', { productId, customPrice: '33.335', customPriceDiscountType: '' })
  expect(added.json()).toMatchObject({ products: [{ productId, customPrice: 33.335, customPriceDiscountType: null }] })
  const urlencoded = await world.app.http.inject({
    method: 'PUT',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `productId=${productId}&customPrice=2`,
  })
  expect(urlencoded.json()).toMatchObject({ products: [{ customPrice: 2 }] })
  for (const customPrice of ['1,5', '-1', '1.00001', '1e3', ' '])
    expect((await send('PUT', { productId, customPrice })).statusCode).toBe(422)
  const doubled = await world.app.http.inject({
    method: 'PUT',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `productId=${productId}&customPrice=2&customPrice=1`,
  })
  expect(doubled.json()).toMatchObject({ code: 'RQ400' })
  expect((await send('DELETE', { productId })).statusCode).toBe(204)
  expect((await send('POST', { name: 'By form' }, '/api/v1/pricelists')).statusCode).toBe(415)
  const garbage = await world.app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'no form',
  })
  expect(garbage.statusCode).toBe(400)
})
