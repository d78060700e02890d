// Creates and changes accounts from a file that a CRM writes, with a line
// `number,name,vatId,street,city,postalCode,countryCode,email` each, below the account PARENT (its id):
//   PORTAL=… TENANT=… KEY=… PARENT=… GROUP=BUYER npx tsx customers-from-crm.ts customers.csv
// PRICE_LIST is the id of the list that new ones are given; without it they buy at the prices of PARENT. The whole file may be sent each time.
import { readFileSync } from 'node:fs'
import { call, Refused } from './portal.ts'

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
interface Account {
  accountId: string
  accountCode: string
  accountName: string
  notificationReceiverEmail: string | null
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

const { body: groups } = await call<{ groupId: number; name: string }[]>('GET', '/lookup/groups')
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
  const filterBy = [{ field: 'accountCode', values: some.map(({ number }) => number) }]
  const { body } = await call<{ items: Account[] }>('POST', '/accounts/search', {
    body: { parentAccountId: PARENT, includeChildren: true, limit: 3000, filterBy },
  })
  return new Map(body.items.map((account) => [account.accountCode.toUpperCase(), account]))
}

async function change({ number, name, email }: Customer, id: string): Promise<void> {
  const { version } = await call<Account>('GET', `/accounts/${id}`)
  const body = { accountName: name, notificationReceiverEmail: email || null }
  try {
    await call('PUT', `/accounts/${id}`, { body, ifMatch: version })
    console.log(`${number}: changed`)
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'RQ412')) throw error
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
    const { body } = await call<{ items: { status: number; body: { detail?: string } }[] }>('POST', '/batch', {
      body: { method: 'POST', path: '/accounts', items },
    })
    for (const [at, result] of body.items.entries()) {
      const isMade = result.status === 201
      console.log(`${fresh[at]?.number}: ${isMade ? 'created' : `refused, ${result.body.detail}`}`)
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
