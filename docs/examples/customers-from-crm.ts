// Creates and changes accounts from a file that a CRM writes, with a line
// `number,name,vatId,street,city,postalCode,countryCode,email` each, below the account PARENT (its id):
//   PORTAL=… TENANT=… KEY=… PARENT=… GROUP=BUYER npx tsx customers-from-crm.ts customers.csv
// PRICE_LIST is the id of the list that new ones are given; without it they buy at the prices of PARENT. The whole file may be sent each time.
import { readFileSync } from 'node:fs'
import { type Account, isRefusal, type Problem } from '@trellis/client'
import { portal } from './portal.ts'

interface Customer {
  number: string
  name: string
  vatId: string
  street: string
  city: string
  postalCode: string
  countryCode: string
  email: string
}

const { PARENT = '', GROUP = 'BUYER', PRICE_LIST } = process.env
const [head = '', ...lines] = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split(/\r?\n/)
const columns = head.split(',')
const customers = lines.map((line) => {
  const cells = line.split(',')
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as unknown as Customer
})

const groups = await portal.call('GET /lookup/groups')
const group = groups.find(({ name }) => name === GROUP)
if (!group) throw new Error(`There is no group ${GROUP}`)

const draftOf = ({ number, name, email, ...address }: Customer) => ({
  accountName: name,
  accountCode: number,
  groupId: group.groupId,
  parentAccountId: PARENT,
  notificationReceiverEmail: email || null,
  address,
  ...(PRICE_LIST && { priceListId: PRICE_LIST }),
})

/** The accounts that there are, by code in capitals: a code is once in the portal, whatever the case. */
async function known(some: Customer[]): Promise<Map<string, Account>> {
  const filterBy = [{ field: 'accountCode' as const, values: some.map(({ number }) => number) }]
  const { items } = await portal.call('POST /accounts/search', {
    body: { parentAccountId: PARENT, includeChildren: true, limit: 3000, filterBy },
  })
  return new Map(items.map((account) => [account.accountCode.toUpperCase(), account]))
}

async function change({ number, name, email }: Customer, id: string): Promise<void> {
  const { etag } = await portal.send('GET /accounts/{id}', { params: { id } })
  const body = { accountName: name, notificationReceiverEmail: email || null }
  try {
    await portal.call('PUT /accounts/{id}', { params: { id }, body, ifMatch: etag ?? undefined })
    console.log(`${number}: changed`)
  } catch (error) {
    if (!isRefusal(error, 'RQ412')) throw error
    await change({ number, name, email } as Customer, id)
  }
}

for (let from = 0; from < customers.length; from += 100) {
  const some = customers.slice(from, from + 100)
  const accounts = await known(some)
  const fresh = some.filter(({ number }) => !accounts.has(number.toUpperCase()))
  if (fresh.length > 0) {
    const items = fresh.map((customer) => ({
      body: draftOf(customer),
      idempotencyKey: `customer ${customer.number}`,
    }))
    const made = await portal.call('POST /batch', { body: { method: 'POST', path: '/accounts', items } })
    for (const [at, { status, body }] of made.items.entries()) {
      const isMade = status === 201
      console.log(`${fresh[at]?.number}: ${isMade ? 'created' : `refused, ${(body as Problem).detail}`}`)
      if (!isMade) process.exitCode = 1
    }
  }
  for (const customer of some) {
    const account = accounts.get(customer.number.toUpperCase())
    if (!account) continue
    const isSame = account.accountName === customer.name && (account.notificationReceiverEmail ?? '') === customer.email
    if (!isSame) await change(customer, account.accountId)
  }
}
