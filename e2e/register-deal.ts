import type { Wire } from './wire.ts'

const address = { street: 'Corso Italia 4', city: 'Milano', postalCode: '20122', countryCode: 'IT' }
const contact = { firstName: 'Anna', lastName: 'Conti' }

interface Node {
  id: string
  name: string
  level: number
  children: Node[]
}

/** Registers a deal over the API, for a partner of the network; returns its id. */
export async function registerFor(
  wire: Wire,
  partner: string,
  company: { name: string; vatId: string; webSite?: string },
) {
  const named = (node: Node): Node[] => [...(node.name === partner ? [node] : []), ...node.children.flatMap(named)]
  const [owner] = named(await wire.call<Node>('GET', '/accounts/tree'))
  const products = await wire.call<{ productId: string; sku: string }[]>(
    'GET',
    `/deals/products?parentAccountId=${owner?.id}`,
  )
  const atlas = products.find(({ sku }) => sku === 'ATLAS-ENT-1Y')
  const { id } = await wire.call<{ id: string }>('POST', '/deals', {
    parentAccountId: owner?.id,
    prospect: { ...contact, ...address, ...company },
    items: [{ productId: atlas?.productId, qt: 5 }],
    chanceOfClosure: 50,
    estimatedCloseDate: Date.now() + 40 * 86_400_000,
  })
  return id
}
